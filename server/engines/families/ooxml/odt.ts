import type { OdfDocument } from './odf-document.ts'
import { OdtRewriter } from './odt-rewriter.ts'
import type { XmlElement, XmlNode } from './xml.ts'
import { writeXml } from './xml-text.ts'
import { childAt, childrenOf, countOf, element, elementsOf, textOf } from './xml-tree.ts'

const TEXT = ['office:body', 'office:text']

/** The rewritten parts of an ODT for pandoc, by name. */
export function rewriteOdt(document: OdfDocument): Record<string, Uint8Array> {
  const rewriter = new OdtRewriter(document)
  const { headers, footers } = headersAndFooters(document, rewriter)
  const text = childAt(document.content, ...TEXT)
  const blocks = [...headers, ...rewriter.blocks(text?.children ?? []), ...footers]
  const content = replaced(document.content ?? element('office:document-content'), text, blocks)
  const styles = document.styles ?? element('office:document-styles')
  return {
    'content.xml': writeXml(content),
    // Required by pandoc.
    'styles.xml': writeXml(
      childAt(styles, 'office:styles')
        ? styles
        : { ...styles, children: [element('office:styles'), ...styles.children] },
    ),
  }
}

function replaced(root: XmlElement, target: XmlElement | undefined, children: XmlNode[]): XmlElement {
  if (root === target) return { ...root, children }
  return {
    ...root,
    children: childrenOf(root).map((child) =>
      TEXT.includes(child.name) ? replaced(child, target, children) : child,
    ),
  }
}

/** The distinct headers and footers of all page styles. */
function headersAndFooters(
  { styles, losses }: OdfDocument,
  rewriter: OdtRewriter,
): { headers: XmlNode[]; footers: XmlNode[] } {
  const found: Record<'headers' | 'footers', XmlNode[]> = { headers: [], footers: [] }
  const seen = new Set<string>()
  for (const part of elementsOf(childAt(styles, 'office:master-styles'))) {
    const [, place] = /^style:(header|footer)(-left|-first)?$/.exec(part.name) ?? []
    if (!place || part.attributes['style:display'] === 'false') continue
    const blocks = rewriter.blocks(part.children).filter((block) => !isBlank(block))
    const text = blocks.map(textOf).join('\n')
    if (blocks.length === 0 || seen.has(`${place} ${text}`)) continue
    seen.add(`${place} ${text}`)
    found[place === 'header' ? 'headers' : 'footers'].push(...blocks)
    losses.add('headersAndFooters')
  }
  return found
}

const isBlank = (block: XmlNode) =>
  textOf(block).trim() === '' && (typeof block === 'string' || countOf(block, 'draw:image') === 0)
