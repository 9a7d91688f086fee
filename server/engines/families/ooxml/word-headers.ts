import type { Relation } from './office-package.ts'
import type { Scope } from './office-reader.ts'
import { withoutPageFields } from './word-fields.ts'
import { WordRewriter } from './word-rewriter.ts'
import type { XmlElement, XmlNode } from './xml.ts'
import { countOf, elementsOf, isElement, textOf } from './xml-tree.ts'

const IMAGE_ELEMENTS = ['w:drawing', 'w:pict', 'w:object']
const REFERENCES = ['r:id', 'r:embed', 'r:link', 'r:pict', 'r:dm']

/**
 * The distinct headers and footers of a document's sections. Adds their relationships to the
 * document's.
 */
export function headersAndFooters(
  root: XmlElement,
  scope: Scope,
): { headers: XmlNode[]; footers: XmlNode[] } {
  const found: Record<'headers' | 'footers', XmlNode[]> = { headers: [], footers: [] }
  const seen = new Set<string>()
  for (const { name, attributes } of elementsOf(root)) {
    if (name !== 'w:headerReference' && name !== 'w:footerReference') continue
    const relation = scope.relations.get(attributes['r:id'] ?? '')
    if (!relation || seen.has(relation.target)) continue
    seen.add(relation.target)
    const blocks = contentOf(relation, scope, `header${seen.size}`)
    const text = blocks.map(textOf).join('\n').trim()
    // Sections repeat the previous header.
    if (blocks.length === 0 || (text !== '' && seen.has(text))) continue
    seen.add(text)
    found[name === 'w:headerReference' ? 'headers' : 'footers'].push(...blocks)
    scope.reader.losses.add('headersAndFooters')
  }
  return found
}

function contentOf(relation: Relation, { reader, relations }: Scope, prefix: string): XmlNode[] {
  const part = reader.source.optionalPart(relation.target)
  if (!part) return []
  const scope = reader.scope(relation.target)
  const blocks = new WordRewriter(scope)
    .blocks(part.children)
    .filter(isElement)
    .map(withoutPageNumbers)
    .filter((block) => textOf(block).trim() !== '' || countOf(block, ...IMAGE_ELEMENTS) > 0)
  for (const [id, one] of scope.relations) relations.set(`${prefix}-${id}`, one)
  return blocks.map((block) => renamed(block, prefix))
}

function withoutPageNumbers(node: XmlElement): XmlElement {
  const children = node.children.map((child) => (isElement(child) ? withoutPageNumbers(child) : child))
  return { ...node, children: withoutPageFields(children) }
}

function renamed(node: XmlNode, prefix: string): XmlNode {
  if (!isElement(node)) return node
  const attributes = Object.fromEntries(
    Object.entries(node.attributes).map(([name, value]) => [
      name,
      REFERENCES.includes(name) ? `${prefix}-${value}` : value,
    ]),
  )
  return { ...node, attributes, children: node.children.map((child) => renamed(child, prefix)) }
}
