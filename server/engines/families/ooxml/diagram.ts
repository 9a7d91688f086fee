import { paragraphText } from './drawing-text.ts'
import type { XmlElement } from './xml.ts'
import { childAt, childrenOf, outermost } from './xml-tree.ts'

export interface DiagramItem {
  level: number
  text: string
}

const MAX_DEPTH = 100
/** Maximum list depth; deeper items are flattened. */
const MAX_LEVEL = 8

/** The texts of a SmartArt diagram with their depth: its data model is a tree of points. */
export function readDiagram(root: XmlElement): DiagramItem[] {
  const points = new Map(outermost(root, 'dgm:pt').map((point) => [point.attributes.modelId ?? '', point]))
  const children = new Map<string, { id: string; order: number }[]>()
  for (const { attributes } of outermost(root, 'dgm:cxn')) {
    if ((attributes.type ?? 'parOf') !== 'parOf') continue
    const { srcId = '', destId = '', srcOrd } = attributes
    children.set(srcId, [...(children.get(srcId) ?? []), { id: destId, order: Number(srcOrd) || 0 }])
  }
  const items: DiagramItem[] = []
  // Visits each point once, so that cyclic connections end.
  const left = new Map(points)
  const visit = (id: string, level: number) => {
    const point = left.get(id)
    // Deeper points are appended at the end, since a file may have a chain of any length.
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
