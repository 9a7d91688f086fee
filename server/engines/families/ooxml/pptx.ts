import { type Block, div, header, type Inline, para, styled, words } from './ast.ts'
import { placeholderOf, shapeBlocks } from './drawing-shapes.ts'
import { paragraphInlines } from './drawing-text.ts'
import type { OfficeReader, Scope } from './office-reader.ts'
import type { XmlElement } from './xml.ts'
import { childAt, childrenOf } from './xml-tree.ts'

const TITLES = ['title', 'ctrTitle']
/** Placeholders repeated on each slide. */
const REPEATED = ['ftr', 'dt', 'hdr']
const IGNORED = ['sldNum', 'sldImg']

/** The slides of a presentation in order: title, shapes and speaker notes. */
export function readSlides(reader: OfficeReader, main: string): Block[] {
  const { relations } = reader.scope(main)
  const ids = childrenOf(childAt(reader.source.part(main) ?? undefined, 'p:sldIdLst'), 'p:sldId')
  const repeated = new Map<string, Block>()
  const slides = ids.flatMap(({ attributes }, index) => {
    const part = relations.get(attributes['r:id'] ?? '')?.target ?? ''
    const slide = reader.source.part(part)
    if (!slide) return []
    if (slide.attributes.show === '0' || slide.attributes.show === 'false') {
      reader.losses.add('hiddenSlides')
      return []
    }
    const scope = reader.scope(part)
    const blocks = slideBlocks(slide, scope, index + 1, repeated)
    addLayouts(scope, repeated)
    return [...blocks, ...notesBlocks(scope)]
  })
  return [...slides, ...repeated.values()]
}

const shapesOf = (root: XmlElement | null) => childrenOf(childAt(root ?? undefined, 'p:cSld', 'p:spTree'))

function slideBlocks(slide: XmlElement, scope: Scope, number: number, repeated: Map<string, Block>): Block[] {
  const shapes = shapesOf(slide)
  const title = shapes.find((shape) => TITLES.includes(placeholderOf(shape)))
  const content = title ? titleInlines(title, scope) : []
  const body = shapes.flatMap((shape) => {
    const placeholder = placeholderOf(shape)
    if (shape === title || IGNORED.includes(placeholder)) return []
    if (!REPEATED.includes(placeholder)) return shapeBlocks(shape, scope)
    addOnce(shapeBlocks(shape, scope), repeated)
    return []
  })
  return [header(2, content.length > 0 ? content : words(`Slide ${number}`)), ...body]
}

function titleInlines(title: XmlElement, scope: Scope): Inline[] {
  const space: Inline = { t: 'Space' }
  return childrenOf(childAt(title, 'p:txBody'), 'a:p')
    .map((paragraph) => paragraphInlines(paragraph, scope.relations))
    .filter((content) => content.length > 0)
    .flatMap((content, index) => (index > 0 ? [space, ...content] : content))
    .map((inline) => (inline.t === 'LineBreak' ? space : inline))
}

function addOnce(blocks: Block[], repeated: Map<string, Block>): void {
  for (const block of blocks) repeated.set(JSON.stringify(block), block)
}

/** Text of a layout and its master that appears on every slide, such as a company name. */
function addLayouts(scope: Scope, repeated: Map<string, Block>): void {
  const { reader } = scope
  for (const type of ['slideLayout', 'slideMaster']) {
    for (const relation of scope.relations.values()) {
      if (relation.type !== type) continue
      const layout = reader.scope(relation.target)
      const own = shapesOf(reader.source.optionalPart(relation.target)).filter(
        (shape) => placeholderOf(shape) === '' && shape.name !== 'p:pic',
      )
      addOnce(
        own.flatMap((shape) => shapeBlocks(shape, layout)),
        repeated,
      )
      if (type === 'slideLayout') addLayouts(layout, repeated)
    }
  }
}

/** The speaker notes of a slide; counts its comments. */
function notesBlocks({ reader, relations }: Scope): Block[] {
  const blocks: Block[] = []
  for (const { type, target, external } of relations.values()) {
    if (external) continue
    if (type === 'comments') {
      reader.losses.add('comments', childrenOf(reader.source.optionalPart(target) ?? undefined).length)
    }
    if (type !== 'notesSlide') continue
    const scope = reader.scope(target)
    const notes = shapesOf(reader.source.optionalPart(target)).filter(
      (shape) => ![...IGNORED, ...REPEATED].includes(placeholderOf(shape)),
    )
    // Notes are paragraphs, whatever list style the placeholder has.
    blocks.push(...notes.flatMap((shape) => shapeBlocks(shape, scope)))
  }
  return blocks.length > 0 ? [div('notes', [para([styled('Strong', words('Notes'))]), ...blocks])] : []
}
