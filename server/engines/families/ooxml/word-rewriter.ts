import type { Scope } from './office-reader.ts'
import { alternative, drawingContent } from './word-drawing.ts'
import { formFieldRuns, isPageField } from './word-fields.ts'
import { run } from './word-markup.ts'
import type { Label, WordNumbering } from './word-numbering.ts'
import type { XmlElement, XmlNode } from './xml.ts'
import { childAt, childrenOf, countOf, element, isElement, isOn, textOf } from './xml-tree.ts'

/** Wrappers that pandoc skips with their content. */
const WRAPPINGS = new Set(['w:customXml', 'w:smartTag', 'w:dir', 'w:bdo'])
/** pandoc reads only one of these per run, without other content. */
const ALONE = new Set(
  'w:ruby w:fldChar w:drawing w:pict w:object mc:AlternateContent w:footnoteReference w:endnoteReference'.split(
    ' ',
  ),
)
const DRAWINGS = new Set(['w:drawing', 'w:pict', 'w:object'])

/**
 * Rewrites a part of a Word document so that pandoc reads all of it: unwraps elements, moves text
 * boxes, charts and diagrams after their anchor paragraph, and adds ruby text in parentheses.
 */
export class WordRewriter {
  readonly #scope: Scope
  readonly #numbering: WordNumbering | null

  /** Without `numbering`, pandoc generates list labels. */
  constructor(scope: Scope, numbering: WordNumbering | null = null) {
    this.#scope = scope
    this.#numbering = numbering
  }

  /** The blocks of a body, cell, note or text box. */
  blocks(children: readonly XmlNode[]): XmlNode[] {
    const after: XmlNode[] = []
    const written = children.flatMap((child) => this.#node(child, after))
    return [...written, ...after]
  }

  #node(node: XmlNode, after: XmlNode[]): XmlNode[] {
    if (!isElement(node)) return [node]
    if (node.name === 'w:p') return this.#paragraph(node)
    if (node.name === 'w:r') return this.#run(node, after)
    if (node.name === 'mc:AlternateContent') return this.#nodes(alternative(node), after)
    if (WRAPPINGS.has(node.name)) return this.#nodes(node.children, after)
    if (node.name === 'w:fldSimple') return this.#simpleField(node, after)
    if (DRAWINGS.has(node.name)) return this.#drawing(node, after)
    if (node.name === 'w:altChunk') this.#scope.reader.losses.add('includedFiles')
    if (node.name === 'm:oMath' || node.name === 'm:oMathPara') return [node]
    return [{ ...node, children: this.#nodes(node.children, after) }]
  }

  #nodes(nodes: readonly XmlNode[], after: XmlNode[]): XmlNode[] {
    return nodes.flatMap((node) => this.#node(node, after))
  }

  #paragraph(paragraph: XmlElement): XmlNode[] {
    const after: XmlNode[] = []
    const label = this.#numbering?.label(paragraph) ?? null
    const content = { ...paragraph, children: this.#nodes(paragraph.children, after) }
    const written = label === null ? content : labelled(content, label)
    // Drops a paragraph that only held a drawing; it would be an empty line.
    return after.length > 0 && isBlank(written) ? after : [written, ...after]
  }

  #run(node: XmlElement, after: XmlNode[]): XmlNode[] {
    const properties = childAt(node, 'w:rPr')
    if (isOn(properties, 'w:vanish', 'w:val')) {
      if (countOf(node, 'w:t', 'w:drawing', 'w:pict') > 0) this.#scope.reader.losses.add('hiddenText')
      return []
    }
    const runs: XmlNode[] = []
    let children: XmlNode[] = []
    const add = (content: XmlNode[]) => {
      if (content.length > 0)
        runs.push({ ...node, children: [...(properties ? [properties] : []), ...content] })
    }
    const end = () => {
      add(children)
      children = []
    }
    for (const child of node.children) {
      if (child === properties) continue
      const written = isElement(child) && child.name === 'w:ruby' ? [] : this.#node(child, after)
      if (!isElement(child) || !ALONE.has(child.name)) {
        children.push(...written)
        continue
      }
      end()
      add(written)
      if (child.name === 'w:ruby') runs.push(...this.#ruby(child, properties, after))
      if (child.name === 'w:fldChar') runs.push(...formFieldRuns(child))
    }
    end()
    return runs
  }

  #ruby(ruby: XmlElement, properties: XmlElement | undefined, after: XmlNode[]): XmlNode[] {
    this.#scope.reader.losses.add('ruby')
    const base = this.#nodes(childAt(ruby, 'w:rubyBase')?.children ?? [], after)
    const reading = textOf(childAt(ruby, 'w:rt'))
    return [...base, run(`(${reading})`, properties?.children)]
  }

  #simpleField(field: XmlElement, after: XmlNode[]): XmlNode[] {
    const instruction = field.attributes['w:instr']
    if (isPageField(instruction)) return []
    const children = this.#nodes(field.children, after)
    // pandoc converts these to links.
    return /^\s*HYPERLINK\b/i.test(instruction ?? '') ? [{ ...field, children }] : children
  }

  #drawing(drawing: XmlElement, after: XmlNode[]): XmlNode[] {
    const { inline, boxes, blocks } = drawingContent(drawing, this.#scope)
    after.push(...boxes.flatMap(({ children }) => this.blocks(children)), ...blocks)
    return inline
  }
}

/**
 * A paragraph with its label as text, without list or quotation formatting. Only headings keep
 * their style, which may be numbered.
 */
function labelled(paragraph: XmlElement, { text, heading }: Label): XmlElement {
  const own = childAt(paragraph, 'w:pPr')
  const rest = paragraph.children.filter((child) => child !== own)
  const dropped = ['w:numPr', 'w:ind', ...(heading ? [] : ['w:pStyle'])]
  const kept = childrenOf(own).filter(({ name }) => !dropped.includes(name))
  const written = text.trim() === '' ? [] : [run(`${text.trim()} `)]
  return { ...paragraph, children: [element('w:pPr', {}, kept), ...written, ...rest] }
}

/** Elements that make a paragraph non-empty. */
const SHOWN = 'w:t w:drawing w:pict w:sym m:oMath w:footnoteReference w:endnoteReference w:sectPr'.split(' ')

const isBlank = (paragraph: XmlElement): boolean => countOf(paragraph, ...SHOWN) === 0
