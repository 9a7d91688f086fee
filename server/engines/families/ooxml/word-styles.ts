import { CAPTION } from './word-markup.ts'
import type { XmlElement } from './xml.ts'
import { childAt, childrenOf, element } from './xml-tree.ts'

/** pandoc moves paragraphs of these styles to metadata, which few formats show. */
const METADATA = ['subtitle', 'author', 'date', 'abstract']
/** Targets that don't show the document title; it becomes a heading. */
const UNTITLED = ['textile', 'mediawiki', 'dokuwiki', 'xwiki', 'jira', 'bbcode', 'icml', 'ipynb']

/**
 * The styles of a document plus the caption style, adapted so that no paragraph is lost in the
 * target.
 */
export function rewriteStyles(styles: XmlElement | null, target: string): XmlElement {
  const root = styles ?? element('w:styles')
  const caption = element('w:style', { 'w:type': 'paragraph', 'w:styleId': CAPTION }, [
    element('w:name', { 'w:val': 'Table Caption' }),
  ])
  return { ...root, children: [...childrenOf(root).map((style) => renamed(style, target)), caption] }
}

/** The number of leading title blocks; pandoc recognizes a title only at the start. */
export function titleLength(blocks: readonly XmlElement[], styles: XmlElement | null): number {
  const titles = childrenOf(styles ?? undefined, 'w:style')
    .filter((style) => nameOf(style) === 'title')
    .map(({ attributes }) => attributes['w:styleId'])
  const isTitle = (block: XmlElement) =>
    titles.includes(childAt(block, 'w:pPr', 'w:pStyle')?.attributes['w:val'])
  const end = blocks.findIndex((block) => !isTitle(block))
  return end < 0 ? blocks.length : end
}

const nameOf = (style: XmlElement) => childAt(style, 'w:name')?.attributes['w:val']?.toLowerCase() ?? ''

function renamed(style: XmlElement, target: string): XmlElement {
  const name = nameOf(style)
  const other = METADATA.includes(name)
    ? `Filewright ${name}`
    : name === 'title' && UNTITLED.includes(target)
      ? 'heading 1'
      : null
  if (other === null) return style
  const rest = style.children.filter((child) => typeof child === 'string' || child.name !== 'w:name')
  return { ...style, children: [element('w:name', { 'w:val': other }), ...rest] }
}
