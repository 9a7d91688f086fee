/** So many places of a book may be referred to. */
export const MOST_ANCHORS = 20_000
/** How far back a tag may begin that a place lies in. */
const TAG = 2000

/**
 * Puts named anchors at byte places of a text in which each character is one byte (latin1). A place
 * inside a tag moves to the tag's beginning.
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
