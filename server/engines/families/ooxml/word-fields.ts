import { run } from './word-markup.ts'
import type { XmlElement, XmlNode } from './xml.ts'
import { childAt, childrenOf, elementsOf, isElement, isOn, textOf } from './xml-tree.ts'

/** Fields whose result applies to one page only. */
const PAGE_FIELD = /^\s*(PAGE|NUMPAGES|SECTIONPAGES|SECTION)\b/i

export const isPageField = (instruction: string | undefined): boolean => PAGE_FIELD.test(instruction ?? '')

/** The children of a paragraph without page number fields, which span several runs. */
export function withoutPageFields(children: readonly XmlNode[]): XmlNode[] {
  const kept: XmlNode[] = []
  let field: { instruction: string; nodes: XmlNode[]; depth: number } | null = null
  for (const node of children) {
    const marks = isElement(node)
      ? [...elementsOf(node)]
          .filter(({ name }) => name === 'w:fldChar')
          .map(({ attributes }) => attributes['w:fldCharType'])
      : []
    const begins = marks.filter((mark) => mark === 'begin').length
    const ends = marks.filter((mark) => mark === 'end').length
    if (!field && begins > 0) field = { instruction: '', nodes: [], depth: 0 }
    if (!field) {
      kept.push(node)
      continue
    }
    field.nodes.push(node)
    field.instruction += isElement(node) ? instructionOf(node) : ''
    field.depth += begins - ends
    if (field.depth > 0) continue
    if (!isPageField(field.instruction)) kept.push(...field.nodes)
    field = null
  }
  return [...kept, ...(field?.nodes ?? [])]
}

const instructionOf = (node: XmlElement) =>
  [...elementsOf(node)]
    .filter(({ name }) => name === 'w:instrText')
    .map(textOf)
    .join('')

/** The text of a form field without text: the selected entry, or a check box. */
export function formFieldRuns(mark: XmlElement): XmlElement[] {
  const data = childAt(mark, 'w:ffData')
  const list = childAt(data, 'w:ddList')
  const box = childAt(data, 'w:checkBox')
  if (list) {
    const chosen = childAt(list, 'w:result') ?? childAt(list, 'w:default')
    const entry = childrenOf(list, 'w:listEntry')[Number(chosen?.attributes['w:val'] ?? 0)]
    return entry ? [run(entry.attributes['w:val'] ?? '')] : []
  }
  if (!box) return []
  const checked = childAt(box, 'w:checked')
    ? isOn(box, 'w:checked', 'w:val')
    : isOn(box, 'w:default', 'w:val')
  return [run(checked ? '☒' : '☐')]
}
