import type { XmlElement } from './xml.ts'
import { isElement } from './xml-tree.ts'

/** Maximum number of consecutive spaces. */
const MAX_SPACES = 1000
/** Elements that aren't part of the surrounding text. */
const ASIDE = new Set(['office:annotation', 'office:annotation-end', 'text:note', 'text:tracked-changes'])
/** Fields whose text applies to one page only. */
const PAGE_FIELDS = new Set(['text:page-number', 'text:page-count', 'text:page-continuation'])

export const isAside = ({ name }: XmlElement): boolean => ASIDE.has(name)
export const isPageField = ({ name }: XmlElement): boolean => PAGE_FIELDS.has(name)

/** The text of an OpenDocument paragraph; ruby text is in parentheses. */
export function odfText(element: XmlElement): string {
  return element.children
    .map((node) => {
      // White space collapses to single spaces.
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
