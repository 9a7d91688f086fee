const KEY = 'review-reasons'
const MOST = 10

/** Recent reasons in this browser, newest first. */
export function recentReasons(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string').slice(0, MOST) : []
  } catch {
    return []
  }
}

/** Stores reasons for the next review. Storage may be blocked; then they are not remembered. */
export function keepReasons(reasons: readonly string[]): void {
  try {
    const all = [...new Set([...reasons.map((one) => one.trim()).filter(Boolean), ...recentReasons()])]
    localStorage.setItem(KEY, JSON.stringify(all.slice(0, MOST)))
  } catch {}
}
