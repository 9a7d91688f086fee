import { builtInPattern } from './number-format.ts'
import type { XmlElement } from './xml.ts'
import { childAt, childrenOf } from './xml-tree.ts'

/** The number format of each cell style, by its index. */
export function patternsOf(styles: XmlElement | null): string[] {
  const root = styles ?? undefined
  const own = new Map(
    childrenOf(childAt(root, 'x:numFmts'), 'x:numFmt').map(({ attributes }) => [
      attributes.numFmtId,
      attributes.formatCode ?? 'General',
    ]),
  )
  return childrenOf(childAt(root, 'x:cellXfs'), 'x:xf').map(
    ({ attributes }) => own.get(attributes.numFmtId) ?? builtInPattern(Number(attributes.numFmtId ?? 0)),
  )
}
