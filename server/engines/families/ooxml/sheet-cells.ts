import { formatNumber, formatText } from './number-format.ts'
import type { XmlElement } from './xml.ts'
import { childAt, childrenOf, textOf } from './xml-tree.ts'

/** Data that all sheets of a workbook share. */
export interface WorkbookFacts {
  strings: string[]
  patterns: string[]
  from1904: boolean
}

/** A shared or inline string: its joined runs without phonetic guides, which Excel hides. */
export function stringText(item: XmlElement | undefined): string {
  return childrenOf(item)
    .map((child) =>
      child.name === 'x:t' ? textOf(child) : child.name === 'x:r' ? textOf(childAt(child, 'x:t')) : '',
    )
    .join('')
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** The displayed text of a cell. */
export function cellText(cell: XmlElement, { strings, patterns, from1904 }: WorkbookFacts): string {
  const value = textOf(childAt(cell, 'x:v'))
  const pattern = patterns[Number(cell.attributes.s ?? 0)] ?? 'General'
  switch (cell.attributes.t) {
    case 's':
      return formatText(strings[Number(value)] ?? '', pattern)
    case 'inlineStr':
      return formatText(stringText(childAt(cell, 'x:is')), pattern)
    case 'str':
      return formatText(value, pattern)
    case 'b':
      return value === '' ? '' : value === '0' || value === 'false' ? 'FALSE' : 'TRUE'
    case 'e':
      return value
    case 'd':
      return value.replace(/T00:00:00(\.0+)?Z?$/, '').replace('T', ' ')
    default: {
      const number = Number(value)
      return value.trim() === '' || !Number.isFinite(number) ? value : formatNumber(number, pattern, from1904)
    }
  }
}
