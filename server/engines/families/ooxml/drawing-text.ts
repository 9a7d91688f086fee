import { type Inline, link, styled, words } from './ast.ts'
import type { Relation } from './office-package.ts'
import type { XmlElement } from './xml.ts'
import { childAt, isElement, isTrue, outermost, textOf } from './xml-tree.ts'

/** Fields whose text applies to one page only. */
const PAGE_FIELDS = new Set(['slidenum', 'slidecount'])

interface Run {
  text: string
  properties: XmlElement | undefined
}

/** The runs of a DrawingML paragraph (`a:p`) without slide numbers; formulas as text. */
function runsOf(paragraph: XmlElement): Run[] {
  return paragraph.children.flatMap((child): Run[] => {
    if (!isElement(child)) return []
    if (child.name === 'a:br') return [{ text: '\n', properties: undefined }]
    if (child.name === 'a:fld' && PAGE_FIELDS.has(child.attributes.type ?? '')) return []
    const texts = outermost(child, 'a:t', 'm:t')
    return [{ text: texts.map(textOf).join(''), properties: childAt(child, 'a:rPr') }]
  })
}

/** The text of a DrawingML paragraph with its line breaks. */
export const paragraphText = (paragraph: XmlElement): string =>
  runsOf(paragraph)
    .map(({ text }) => text)
    .join('')

/** A DrawingML paragraph with emphasis and links. */
export function paragraphInlines(paragraph: XmlElement, relations: Map<string, Relation>): Inline[] {
  const merged: Run[] = []
  for (const run of runsOf(paragraph)) {
    const last = merged.at(-1)
    // Joins runs of the same style, so that emphasis isn't split.
    if (last && styleOf(last) === styleOf(run)) last.text += run.text
    else merged.push({ ...run })
  }
  return merged.flatMap((run) => {
    if (run.text.trim() === '') return words(run.text)
    const [, before = '', text = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(run.text) ?? []
    return [...words(before), ...emphasized(words(text), run.properties, relations), ...words(after)]
  })
}

const styleOf = ({ properties }: Run): string => {
  const { b, i, strike, baseline } = properties?.attributes ?? {}
  return [b, i, strike, baseline, childAt(properties, 'a:hlinkClick')?.attributes['r:id']].join()
}

function emphasized(
  content: Inline[],
  properties: XmlElement | undefined,
  relations: Map<string, Relation>,
): Inline[] {
  const { b, i, strike = 'noStrike', baseline = '0' } = properties?.attributes ?? {}
  let inlines = content
  if (isTrue(b)) inlines = [styled('Strong', inlines)]
  if (isTrue(i)) inlines = [styled('Emph', inlines)]
  if (strike !== 'noStrike') inlines = [styled('Strikeout', inlines)]
  if (Number.parseInt(baseline, 10) > 0) inlines = [styled('Superscript', inlines)]
  if (Number.parseInt(baseline, 10) < 0) inlines = [styled('Subscript', inlines)]
  const target = relations.get(childAt(properties, 'a:hlinkClick')?.attributes['r:id'] ?? '')
  return target?.external ? [link(inlines, target.target)] : inlines
}
