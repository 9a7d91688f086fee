import type { Chart } from './chart.ts'
import type { OdfDocument } from './odf-document.ts'
import { isPageField } from './odf-text.ts'
import type { XmlElement, XmlNode } from './xml.ts'
import { childrenOf, countOf, element, isElement, outermost, textOf } from './xml-tree.ts'

/** Inline elements that pandoc reads; it drops the text of others, such as fields. */
const INLINE = new Set(
  'text:span text:a text:s text:tab text:line-break text:note text:bookmark text:bookmark-start text:bookmark-end text:reference-mark-start text:reference-mark-end text:soft-page-break'.split(
    ' ',
  ),
)
/** Blocks in wrappers that pandoc skips. */
const WRAPPINGS = new Set(
  'text:index-body text:index-title text:table-of-content text:illustration-index text:table-index text:object-index text:user-index text:alphabetical-index text:bibliography text:numbered-paragraph table:table-rows table:table-row-group draw:a'.split(
    ' ',
  ),
)
const DROPPED = new Set([
  'office:annotation',
  'office:annotation-end',
  'text:tracked-changes',
  'office:forms',
])

const paragraph = (text: string) => element('text:p', {}, [text])

/** Rewrites an ODT's content so that pandoc reads all of it. */
export class OdtRewriter {
  readonly #document: OdfDocument

  constructor(document: OdfDocument) {
    this.#document = document
  }

  /** The blocks of a body, header, cell or text box. */
  blocks(nodes: readonly XmlNode[], inCell = false): XmlNode[] {
    return nodes.filter(isElement).flatMap((node) => this.#block(node, inCell))
  }

  #block(node: XmlElement, inCell: boolean): XmlNode[] {
    if (this.#leftOut(node)) return []
    if (node.name === 'text:p' || node.name === 'text:h') return this.#paragraph(node)
    if (node.name === 'table:table') return inCell ? this.#nested(node) : [this.#children(node, false)]
    if (WRAPPINGS.has(node.name)) return this.blocks(node.children, inCell)
    if (node.name === 'table:table-cell') return [this.#children(node, true)]
    if (node.name.startsWith('draw:')) {
      const after: XmlNode[] = []
      const inline = this.#drawing(node, after)
      return [...(inline.length > 0 ? [element('text:p', {}, inline)] : []), ...after]
    }
    return [this.#children(node, inCell)]
  }

  #children(node: XmlElement, inCell: boolean): XmlElement {
    return { ...node, children: this.blocks(node.children, inCell) }
  }

  /** Replaces a nested table, which pandoc drops, with its content. */
  #nested(table: XmlElement): XmlNode[] {
    this.#document.losses.add('nestedTables')
    return outermost(table, 'table:table-cell').flatMap((cell) => this.blocks(cell.children, true))
  }

  #leftOut(node: XmlElement): boolean {
    const { losses } = this.#document
    if (node.name === 'office:annotation') losses.add('comments')
    if (node.name === 'text:tracked-changes') losses.add('changes', childrenOf(node).length)
    if (DROPPED.has(node.name)) return true
    const hidden = node.attributes['text:display'] === 'none' || this.#document.isHidden(node)
    const hiding = node.name === 'text:hidden-text' || node.name === 'text:hidden-paragraph'
    if ((!hidden && !hiding) || node.name.startsWith('draw:')) return false
    if (textOf(node).trim() !== '') losses.add('hiddenText')
    return true
  }

  #paragraph(node: XmlElement): XmlNode[] {
    const after: XmlNode[] = []
    const written = { ...node, children: this.#inlines(node.children, after) }
    const blank = textOf(written).trim() === '' && countOf(written, 'draw:frame', 'text:note') === 0
    return after.length > 0 && blank ? after : [written, ...after]
  }

  #inlines(nodes: readonly XmlNode[], after: XmlNode[]): XmlNode[] {
    return nodes.flatMap((node): XmlNode[] => {
      if (!isElement(node)) return [node]
      if (this.#leftOut(node) || isPageField(node)) return []
      if (node.name.startsWith('draw:')) return this.#drawing(node, after)
      if (node.name === 'text:note') return [this.#note(node)]
      if (node.name === 'text:ruby') this.#document.losses.add('ruby')
      const inner = this.#inlines(node.children, after)
      if (node.name === 'text:ruby-text') return ['(', ...inner, ')']
      return INLINE.has(node.name) ? [{ ...node, children: inner }] : inner
    })
  }

  #note(note: XmlElement): XmlElement {
    return {
      ...note,
      children: note.children.map((part) =>
        isElement(part) && part.name === 'text:note-body' ? this.#children(part, false) : part,
      ),
    }
  }

  /** Images and formulas stay in the paragraph; text of shapes follows it. */
  #drawing(node: XmlElement, after: XmlNode[]): XmlNode[] {
    const { losses } = this.#document
    if (node.name === 'draw:g' || node.name === 'draw:a') {
      return childrenOf(node).flatMap((child) =>
        child.name.startsWith('draw:') ? this.#drawing(child, after) : [],
      )
    }
    if (node.name !== 'draw:frame') {
      const blocks = this.blocks(childrenOf(node).filter(({ name }) => /^text:(p|h|list)$/.test(name)))
      const said = blocks.filter((block) => textOf(block).trim() !== '')
      losses.add(said.length > 0 ? 'textBoxes' : 'drawings')
      after.push(...said)
      return []
    }
    const content = this.#document.frame(node)
    switch (content.kind) {
      case 'text':
        losses.add('textBoxes')
        after.push(...this.blocks(content.blocks.children))
        return []
      case 'chart':
        after.push(...chartMarkup(content.chart))
        return []
      case 'image':
        return [
          {
            ...node,
            children: childrenOf(node).filter(({ name }) => name === 'draw:image' || name.startsWith('svg:')),
          },
        ]
      case 'formula':
        return [node]
      default:
        return []
    }
  }
}

/** A chart as tables after its title; axes and labels follow. */
function chartMarkup({ title, tables, labels }: Chart): XmlElement[] {
  const row = (cells: readonly string[]) =>
    element(
      'table:table-row',
      {},
      cells.map((text) => element('table:table-cell', {}, [paragraph(text)])),
    )
  return [
    ...(title === '' ? [] : [paragraph(title)]),
    ...tables.map(([head = [], ...rows]) =>
      element('table:table', {}, [
        ...head.map(() => element('table:table-column')),
        element('table:table-header-rows', {}, [row(head)]),
        ...rows.map(row),
      ]),
    ),
    ...labels.map(paragraph),
  ]
}
