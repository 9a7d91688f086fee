import { randomId } from '../../../../lib/random-id.ts'

const KEY = 'filewright-scan-phone'
let made: string | null = null

/** The id of this phone at the desk, created once in this browser. */
export function phoneId(): string {
  try {
    const kept = localStorage.getItem(KEY)
    if (kept) return kept
    made ??= randomId()
    localStorage.setItem(KEY, made)
  } catch {
    made ??= randomId()
  }
  return made
}
