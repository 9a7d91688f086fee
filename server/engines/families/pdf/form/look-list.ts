import type { Line } from '../edit/text-embedding.ts'
import type { Style } from './appearance.ts'
import { frameOf, setLook } from './frame.ts'
import type { Option } from './options.ts'
import type { Place } from './tree.ts'
import { ASCENT, LEADING, n, plain, type Typesetter } from './typeset.ts'

/** Background of a selected list item. */
const CHOSEN = '0.6 0.757 0.855 rg'

/** Draws a list with its selection; scrolls to the selection if it would be hidden. */
export async function drawList(
  set: Typesetter,
  place: Place,
  style: Style,
  options: readonly Option[],
  chosen: ReadonlySet<string>,
): Promise<void> {
  const frame = frameOf(place)
  const { width, height, inset, border } = frame
  const size = style.size || 12
  const step = size * LEADING
  const rows = Math.max(1, Math.ceil((height - 2 * inset) / step))
  const first = options.findIndex(({ value }) => chosen.has(value))
  const from = first >= rows - 1 ? Math.max(0, Math.min(first, options.length - rows + 1)) : 0
  const lines: Line[] = []
  let ground = ''
  let words = ''
  for (const [index, { value, label }] of options.slice(from, from + rows).entries()) {
    const top = height - inset - index * step
    if (chosen.has(value))
      ground += `q ${CHOSEN} ${n(border)} ${n(top - step)} ${n(width - 2 * border)} ${n(step)} re f Q\n`
    const line = await set.line(plain(label).replaceAll('\n', ' '), style.face)
    lines.push(line)
    words += set.show(line, size, inset + 2, top - size * (ASCENT + 0.2))
  }
  const clip = `${n(border)} ${n(border)} ${n(width - 2 * border)} ${n(height - 2 * border)} re W n`
  const writing = `q ${clip}\n${ground}BT ${style.colour}\n${words}ET\nQ\n`
  setLook(place.dict, null, frame, `${frame.drawn}/Tx BMC\n${writing}EMC\n`, set.fonts(lines))
}
