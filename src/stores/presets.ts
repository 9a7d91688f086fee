import { create } from 'zustand'

/** A target with its options under a name, kept in this browser. */
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
    // Storage may be forbidden; then they last as long as the page.
  }
}

/** The newest first; one of the same name and target is replaced. */
export function savePreset(preset: Preset): void {
  const others = usePresets
    .getState()
    .presets.filter(({ name, target }) => name !== preset.name || target !== preset.target)
  keep([preset, ...others].slice(0, MAX))
}

/** Takes it away; answers with what brings it back. */
export function removePreset(preset: Preset): () => void {
  const before = usePresets.getState().presets
  keep(before.filter((one) => one !== preset))
  return () => keep(before)
}

/** Another tab's changes. Called once, at the start. */
export function startPresets(): void {
  addEventListener('storage', ({ key }) => {
    if (key === KEY) usePresets.setState({ presets: read() })
  })
}
