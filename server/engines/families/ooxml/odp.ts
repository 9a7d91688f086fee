import { type Block, div, header, type Inline, words } from './ast.ts'
import { inlinesOf, notesLabel, odfBlocks, shapeBlocks } from './odf-blocks.ts'
import type { OdfDocument } from './odf-document.ts'
import type { XmlElement } from './xml.ts'
import { childAt, childrenOf, outermost, textOf } from './xml-tree.ts'

const DECLARATIONS = ['presentation:header-decl', 'presentation:footer-decl']

/** The slides of an ODP in order: title, shapes and speaker notes. Footers follow once. */
export function readPages(document: OdfDocument): Block[] {
  const presentation = childAt(document.content, 'office:body', 'office:presentation')
  const pages = childrenOf(presentation, 'draw:page')
  const slides = pages.flatMap((page, index) => {
    if (document.isHidden(page)) {
      document.losses.add('hiddenSlides')
      return []
    }
    return pageBlocks(page, index + 1, document)
  })
  const declared = DECLARATIONS.flatMap((name) => childrenOf(presentation, name).map(textOf))
  const masters = outermost(childAt(document.styles, 'office:master-styles'), 'style:master-page')
  const used = new Set(pages.map(({ attributes }) => attributes['draw:master-page-name']))
  const repeated = masters
    .filter(({ attributes }) => used.has(attributes['style:name']))
    .flatMap((master) => shapesOf(master).filter((shape) => !shape.attributes['presentation:class']))
    .flatMap((shape) => shapeBlocks(shape, document))
  const once = new Map(
    [...declared.map(textBlock), ...repeated].map((block) => [JSON.stringify(block), block]),
  )
  return [...slides, ...once.values()]
}

const textBlock = (text: string): Block => ({ t: 'Para', c: words(text) })
const shapesOf = (page: XmlElement) => childrenOf(page).filter(({ name }) => name.startsWith('draw:'))

function pageBlocks(page: XmlElement, number: number, document: OdfDocument): Block[] {
  document.losses.add('comments', childrenOf(page, 'office:annotation').length)
  const shapes = shapesOf(page)
  const title = shapes.find(({ attributes }) => attributes['presentation:class'] === 'title')
  const content = title ? titleInlines(title) : []
  const body = shapes.filter((shape) => shape !== title).flatMap((shape) => shapeBlocks(shape, document))
  const notes = childrenOf(page, 'presentation:notes').flatMap((one) => odfBlocks(one, document))
  return [
    header(2, content.length > 0 ? content : words(`Slide ${number}`)),
    ...body,
    ...(notes.length > 0 ? [div('notes', [notesLabel(), ...notes])] : []),
  ]
}

function titleInlines(title: XmlElement): Inline[] {
  const space: Inline = { t: 'Space' }
  return outermost(title, 'text:p', 'text:h')
    .map(inlinesOf)
    .filter((content) => content.length > 0)
    .flatMap((content, index) => (index > 0 ? [space, ...content] : content))
    .map((inline) => (inline.t === 'LineBreak' ? space : inline))
}
