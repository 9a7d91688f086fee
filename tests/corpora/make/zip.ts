import { strToU8, zipSync } from 'fflate'

/** A ZIP file that is the same on every run. */
export function zip(members: Record<string, string | Uint8Array>): Uint8Array {
  const entries = Object.entries(members).map(([name, content]) => [
    name,
    typeof content === 'string' ? strToU8(content) : content,
  ])
  return zipSync(Object.fromEntries(entries), { level: 9, mtime: new Date(2020, 0, 1) })
}
