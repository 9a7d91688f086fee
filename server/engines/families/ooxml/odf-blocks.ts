import { type Block, bullets, header, type Inline, image, link, para, styled, words } from './ast.ts'
import type { OdfDocument } from './odf-document.ts'
import { isAside, odfText } from './odf-text.ts'
import { tableBlocks } from './ods-table.ts'
import { chartBlocks } from './office-reader.ts'
import type { XmlElement } from './xml.ts'
import { childAt, childrenOf, isElement } from './xml-tree.ts'

/** The blocks of an OpenDocument text box, list item or page: text, lists, tables and drawings. */
export function odfBlocks(parent: XmlElement, document: OdfDocument): Block[] {
  return childrenOf(parent).flatMap((node): Block[] => {
    if (node.name === 'text:p' || node.name === 'text:h') return paragraphBlocks(node, document)
    if (node.name === 'text:list') {
      const items = childrenOf(node)
        .map((item) => odfBlocks(item, document))
        .filter((blocks) => blocks.length > 0)
      return items.length > 0 ? [bullets(items)] : []
    }
    if (node.name === 'table:table') return tableBlocks(node, document, shapeBlocks)
    if (node.name === 'office:annotation') document.losses.add('comments')
    return isAside(node) || !node.name.startsWith('draw:') ? [] : shapeBlocks(node, document)
  })
}

function paragraphBlocks(paragraph: XmlElement, document: OdfDocument): Block[] {
  const content = inlinesOf(paragraph)
  const drawn = childrenOf(paragraph).filter(({ name }) => name.startsWith('draw:'))
  const blank = content.every(({ t }) => t === 'Space' || t === 'LineBreak')
  return [
    ...(blank ? [] : [paragraph.name === 'text:h' ? header(3, content) : para(content)]),
    ...drawn.flatMap((shape) => shapeBlocks(shape, document)),
  ]
}

/** The text of a paragraph with its links. */
export function inlinesOf(paragraph: XmlElement): Inline[] {
  return paragraph.children.flatMap((node): Inline[] => {
    if (!isElement(node)) return words(node.replace(/\s+/g, ' '))
    if (node.name === 'text:span') return inlinesOf(node)
    const text = words(odfText({ ...paragraph, children: [node] }))
    const target = node.attributes['xlink:href'] ?? ''
    return node.name === 'text:a' && target !== '' ? [link(text, target)] : text
  })
}

/** The text and images of a shape, including groups. */
export function shapeBlocks(shape: XmlElement, document: OdfDocument): Block[] {
  if (shape.name !== 'draw:frame') return odfBlocks(shape, document)
  const [table] = childrenOf(shape, 'table:table')
  if (table) return tableBlocks(table, document, shapeBlocks)
  const content = document.frame(shape)
  if (content.kind === 'text') return odfBlocks(content.blocks, document)
  if (content.kind === 'chart') return chartBlocks(content.chart)
  if (content.kind !== 'image') return []
  const name = document.images.add(content.href)
  const title = childAt(shape, 'svg:title') ?? childAt(shape, 'svg:desc')
  return name === null ? [] : [para([image(name, title ? odfText(title) : '')])]
}

export const notesLabel = (): Block => para([styled('Strong', words('Notes'))])
