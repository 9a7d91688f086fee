/**
 * Formats milliseconds: "171 ms", "1.2 s", "38 s", "1 min 06 s", "1 h 04 min", "2 d 3 h". Spaces do
 * not break.
 */
export function formatDuration(ms: number): string {
  const spaced = (text: string) => text.replaceAll(' ', '\u00a0')
  const pad = (value: number) => String(value).padStart(2, '0')
  if (ms < 1000) return spaced(`${Math.max(0, Math.round(ms))} ms`)
  if (ms < 9950) return spaced(`${(ms / 1000).toFixed(1).replace(/\.0$/, '')} s`)
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return spaced(`${seconds} s`)
  if (seconds < 3600) return spaced(`${Math.floor(seconds / 60)} min ${pad(seconds % 60)} s`)
  const minutes = Math.floor(seconds / 60)
  if (minutes < 1440) return spaced(`${Math.floor(minutes / 60)} h ${pad(minutes % 60)} min`)
  const hours = Math.floor(minutes / 60)
  return spaced(`${Math.floor(hours / 24)} d ${hours % 24} h`)
}

/** Remaining or elapsed time in whole seconds: 900 → "1 s". */
export function formatSeconds(seconds: number): string {
  return formatDuration(Math.max(1, Math.round(seconds)) * 1000)
}

/** Remaining time as a clock: 581 → "9:41". */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
