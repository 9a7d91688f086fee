import { create } from 'zustand'

/** A target with its options under a name, stored in this browser. */
export interface Preset {
  name: string
  target: string
  options: Record<string, unknown>
}

const KEY = 'presets'
const MAX = 50

function read(): Preset[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isPreset) : []
  } catch {
    return []
  }
}

const isPreset = (value: unknown): value is Preset =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Preset).name === 'string' &&
  typeof (value as Preset).target === 'string' &&
  typeof (value as Preset).options === 'object' &&
  (value as Preset).options !== null

export const usePresets = create<{ presets: Preset[] }>(() => ({ presets: read() }))

function keep(presets: Preset[]): void {
  usePresets.setState({ presets })
  try {
    localStorage.setItem(KEY, JSON.stringify(presets))
  } catch {
    // Storage may be blocked; then presets last as long as the page.
  }
}

/** Newest first; a preset with the same name and target is replaced. */
export function savePreset(preset: Preset): void {
  const others = usePresets
    .getState()
    .presets.filter(({ name, target }) => name !== preset.name || target !== preset.target)
  keep([preset, ...others].slice(0, MAX))
}

/** Removes a preset; returns a function that restores it. */
export function removePreset(preset: Preset): () => void {
  const before = usePresets.getState().presets
  keep(before.filter((one) => one !== preset))
  return () => keep(before)
}

/** Follows other tabs' changes. Called once, at startup. */
export function startPresets(): void {
  addEventListener('storage', ({ key }) => {
    if (key === KEY) usePresets.setState({ presets: read() })
  })
}
