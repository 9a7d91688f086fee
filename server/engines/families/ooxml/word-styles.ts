import { CAPTION } from './word-markup.ts'
import type { XmlElement } from './xml.ts'
import { childAt, childrenOf, element } from './xml-tree.ts'

/**
 * Pandoc takes paragraphs of these styles out of the text, and few formats show what it makes of
 * them.
 */
const METADATA = ['subtitle', 'author', 'date', 'abstract']
/** Targets that do not show the title of a document, which is a heading there. */
const UNTITLED = ['textile', 'mediawiki', 'dokuwiki', 'xwiki', 'jira', 'bbcode', 'icml', 'ipynb']

/**
 * The styles of a document, with the one that captions have, such that no paragraph is lost in the
 * target.
 */
export function rewriteStyles(styles: XmlElement | null, target: string): XmlElement {
  const root = styles ?? element('w:styles')
  const caption = element('w:style', { 'w:type': 'paragraph', 'w:styleId': CAPTION }, [
    element('w:name', { 'w:val': 'Table Caption' }),
  ])
  return { ...root, children: [...childrenOf(root).map((style) => renamed(style, target)), caption] }
}

/**
 * How many blocks at the beginning are the title, which is one to pandoc only where nothing stands
 * before it.
 */
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
