const KEY = 'review-reasons'
const MOST = 10

/** Reasons that were given in this browser, the newest first. */
export function recentReasons(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string').slice(0, MOST) : []
  } catch {
    return []
  }
}

/** Keeps reasons for the next review. Storage may be forbidden; then they are typed again. */
export function keepReasons(reasons: readonly string[]): void {
  try {
    const all = [...new Set([...reasons.map((one) => one.trim()).filter(Boolean), ...recentReasons()])]
    localStorage.setItem(KEY, JSON.stringify(all.slice(0, MOST)))
  } catch {}
}
