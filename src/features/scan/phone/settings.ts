import { useSyncExternalStore } from 'react'

/** The user's settings on this phone. */
export interface ScanChoices {
  /** Captures automatically once the sheet is still. */
  isAuto: boolean
  /** Opens the corner editor after each capture. */
  asksEach: boolean
  hasSound: boolean
  hasVibration: boolean
}

const KEY = 'filewright-scan-choices'
const DEFAULTS: ScanChoices = { isAuto: true, asksEach: false, hasSound: true, hasVibration: true }

let current: ScanChoices | null = null
const listeners = new Set<() => void>()

/** The current settings. */
export function scanChoices(): ScanChoices {
  current ??= read()
  return current
}

function read(): ScanChoices {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    const entries = new Map(typeof kept === 'object' && kept !== null ? Object.entries(kept) : [])
    const choose = (name: keyof ScanChoices) => {
      const value: unknown = entries.get(name)
      return typeof value === 'boolean' ? value : DEFAULTS[name]
    }
    return {
      isAuto: choose('isAuto'),
      asksEach: choose('asksEach'),
      hasSound: choose('hasSound'),
      hasVibration: choose('hasVibration'),
    }
  } catch {
    return DEFAULTS
  }
}

/** Changes some settings and stores all of them in this browser. */
export function choose(change: Partial<ScanChoices>): void {
  current = { ...scanChoices(), ...change }
  try {
    localStorage.setItem(KEY, JSON.stringify(current))
  } catch {
    // Without storage they last as long as the page.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useScanChoices = (): ScanChoices => useSyncExternalStore(subscribe, scanChoices)
