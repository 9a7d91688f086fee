import type { DraftMark, PointRect, Spot } from './draft.ts'
import { between } from './geometry.ts'
import type { MarkStyle } from './styles.ts'
import type { Tool } from './tools.ts'

/** The size of a note's icon, in points. */
export const NOTE = 20

/** A tool's default size without a drag, in points. */
const SIZES: Partial<Record<Tool, { width: number; height: number }>> = {
  text: { width: 200, height: 40 },
  stamp: { width: 160, height: 44 },
  shape: { width: 120, height: 80 },
  redact: { width: 120, height: 20 },
  note: { width: NOTE, height: NOTE },
}
/** A shorter drag counts as a click. */
const LEAST = 4

/** Whether dragging with a tool creates an annotation. */
export const draws = (tool: Tool): boolean => tool === 'ink' || tool in SIZES

/** The annotation for a drag between two points; null if the tool creates none. */
export function markOf(
  tool: Tool,
  style: MarkStyle,
  where: { id: string; on: string; from: Spot; to: Spot; stroke: readonly Spot[] },
): DraftMark | null {
  const { id, on, from, to, stroke } = where
  const size = SIZES[tool]
  const drawn = between(from, to)
  const small = drawn.width < LEAST && drawn.height < LEAST
  const rect: PointRect = size && small ? around(from, size) : drawn
  switch (tool) {
    case 'ink':
      return { id, on, kind: 'ink', strokes: [stroke], width: style.width, colour: style.colour }
    case 'text':
      return {
        id,
        on,
        kind: 'text',
        rect: least(rect, 40, 16),
        text: '',
        size: style.size,
        colour: style.colour,
      }
    case 'stamp':
      return { id, on, kind: 'stamp', rect: least(rect, 40, 16), text: style.stamp, colour: style.colour }
    case 'highlight':
      return small ? null : { id, on, kind: 'highlight', rects: [rect], ...style.highlight }
    case 'redact':
      return { id, on, kind: 'redaction', rect }
    case 'note':
      return { id, on, kind: 'note', at: to, text: '', colour: style.highlight.colour }
    case 'shape': {
      const [start, end] = small
        ? [
            { x: rect.x, y: rect.y + rect.height },
            { x: rect.x + rect.width, y: rect.y },
          ]
        : [from, to]
      return {
        id,
        on,
        kind: 'shape',
        shape: style.shape,
        from: start,
        to: end,
        width: style.width,
        colour: style.colour,
      }
    }
    default:
      return null
  }
}

const around = ({ x, y }: Spot, { width, height }: { width: number; height: number }): PointRect => ({
  x: x - width / 2,
  y: y - height / 2,
  width,
  height,
})

const least = (rect: PointRect, width: number, height: number): PointRect => ({
  ...rect,
  width: Math.max(rect.width, width),
  height: Math.max(rect.height, height),
})

/** The annotation, moved by an offset in points. */
export function moved(mark: DraftMark, dx: number, dy: number): DraftMark {
  const spot = ({ x, y }: Spot) => ({ x: x + dx, y: y + dy })
  const box = (rect: PointRect) => ({ ...rect, ...spot(rect) })
  switch (mark.kind) {
    case 'ink':
      return { ...mark, strokes: mark.strokes.map((stroke) => stroke.map(spot)) }
    case 'shape':
      return { ...mark, from: spot(mark.from), to: spot(mark.to) }
    case 'highlight':
      return { ...mark, rects: mark.rects.map(box) }
    case 'note':
      return { ...mark, at: spot(mark.at) }
    default:
      return { ...mark, rect: box(mark.rect) }
  }
}

/** The bounding box of an annotation, in points. */
export function extentOf(mark: DraftMark): PointRect {
  if (mark.kind === 'note') return { x: mark.at.x, y: mark.at.y - NOTE, width: NOTE, height: NOTE }
  const spots: readonly Spot[] =
    mark.kind === 'ink'
      ? mark.strokes.flat()
      : mark.kind === 'shape'
        ? [mark.from, mark.to]
        : (mark.kind === 'highlight' ? mark.rects : [mark.rect]).flatMap(({ x, y, width, height }) => [
            { x, y },
            { x: x + width, y: y + height },
          ])
  const xs = spots.map(({ x }) => x)
  const ys = spots.map(({ y }) => y)
  return between({ x: Math.min(...xs), y: Math.min(...ys) }, { x: Math.max(...xs), y: Math.max(...ys) })
}
