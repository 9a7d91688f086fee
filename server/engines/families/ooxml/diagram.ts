import { paragraphText } from './drawing-text.ts'
import type { XmlElement } from './xml.ts'
import { childAt, childrenOf, outermost } from './xml-tree.ts'

export interface DiagramItem {
  level: number
  text: string
}

const MAX_DEPTH = 100
/** Lists deeper than this are flattened. */
const MAX_LEVEL = 8

/**
 * The texts of a SmartArt diagram, each with how deep it lies: its data model is a tree of points.
 */
export function readDiagram(root: XmlElement): DiagramItem[] {
  const points = new Map(outermost(root, 'dgm:pt').map((point) => [point.attributes.modelId ?? '', point]))
  const children = new Map<string, { id: string; order: number }[]>()
  for (const { attributes } of outermost(root, 'dgm:cxn')) {
    if ((attributes.type ?? 'parOf') !== 'parOf') continue
    const { srcId = '', destId = '', srcOrd } = attributes
    children.set(srcId, [...(children.get(srcId) ?? []), { id: destId, order: Number(srcOrd) || 0 }])
  }
  const items: DiagramItem[] = []
  // Each point is visited once, so that connections in a circle end.
  const left = new Map(points)
  const visit = (id: string, level: number) => {
    const point = left.get(id)
    // What lies deeper is listed at the end: a chain of points is as long as the file likes.
    if (!point || level > MAX_DEPTH) return
    left.delete(id)
    const text = childrenOf(childAt(point, 'dgm:t'), 'a:p').map(paragraphText).join('\n').trim()
    if (text !== '') items.push({ level, text })
    const inner = [...(children.get(id) ?? [])].sort((a, b) => a.order - b.order)
    for (const child of inner) visit(child.id, level + 1)
  }
  for (const [id, point] of points) if (point.attributes.type === 'doc') visit(id, -1)
  for (const id of points.keys()) visit(id, 0)
  return items.map(({ level, text }) => ({ level: Math.min(Math.max(level, 0), MAX_LEVEL), text }))
}
