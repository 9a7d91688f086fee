import type { XmlElement } from './xml.ts'
import { isElement } from './xml-tree.ts'

/** More spaces in a row than a text has. */
const MAX_SPACES = 1000
/** What is not part of the text that it stands in. */
const ASIDE = new Set(['office:annotation', 'office:annotation-end', 'text:note', 'text:tracked-changes'])
/** Fields whose text is true of one page only. */
const PAGE_FIELDS = new Set(['text:page-number', 'text:page-count', 'text:page-continuation'])

export const isAside = ({ name }: XmlElement): boolean => ASIDE.has(name)
export const isPageField = ({ name }: XmlElement): boolean => PAGE_FIELDS.has(name)

/**
 * The text of a paragraph of an OpenDocument file; readings above the text stand in parentheses.
 */
export function odfText(element: XmlElement): string {
  return element.children
    .map((node) => {
      // Line ends and runs of spaces in the file are single spaces.
      if (!isElement(node)) return node.replace(/\s+/g, ' ')
      if (node.name === 'text:s') return ' '.repeat(spacesOf(node))
      if (node.name === 'text:tab') return '\t'
      if (node.name === 'text:line-break') return '\n'
      if (node.name === 'text:ruby-text') return `(${odfText(node)})`
      return isAside(node) || isPageField(node) || node.name.startsWith('draw:') ? '' : odfText(node)
    })
    .join('')
}

function spacesOf({ attributes }: XmlElement): number {
  return Math.min(MAX_SPACES, Math.max(1, Number(attributes['text:c'] ?? 1) || 1))
}
