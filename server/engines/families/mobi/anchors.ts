/** Maximum number of link targets in a book. */
export const MOST_ANCHORS = 20_000
/** Maximum length of a tag that contains a target position. */
const TAG = 2000

/**
 * Inserts named anchors at byte positions of a latin1 text. A position inside a tag moves to its
 * start.
 */
export function addAnchors(text: string, places: ReadonlyMap<number, string>): string {
  const parts: string[] = []
  let done = 0
  for (const [place, name] of [...places].sort(([one], [other]) => one - other)) {
    const at = Math.max(done, outOfTag(text, Math.min(place, text.length)))
    parts.push(text.slice(done, at), `<span id="${name}"></span>`)
    done = at
  }
  parts.push(text.slice(done))
  return parts.join('')
}

function outOfTag(text: string, place: number): number {
  const before = text.slice(Math.max(0, place - TAG), place)
  const open = before.lastIndexOf('<')
  return open > before.lastIndexOf('>') ? place - before.length + open : place
}
