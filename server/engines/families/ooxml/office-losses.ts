import { readFileSync } from 'node:fs'
import { EngineFailure } from '../../kernel/engine.ts'
import type { Limits } from '../../kernel/limits.ts'
import type { Sentence } from '../../kernel/sentence.ts'
import { hasMacros } from '../../kernel/source/compound.ts'
import { placeholderOf } from './drawing-shapes.ts'
import { Losses } from './losses.ts'
import { OdfDocument } from './odf-document.ts'
import { OfficePackage } from './office-package.ts'
import { MACROS } from './prepare.ts'
import type { XmlElement } from './xml.ts'
import { childAt, childrenOf, countOf, elementsOf, isOn, isTrue, textOf } from './xml-tree.ts'

/**
 * Only macros are detected in these formats; other losses are found in the modern form that
 * LibreOffice makes.
 */
const BINARY = ['doc', 'xls', 'ppt']
const IMAGE_FORMATS = ['png', 'jpg', 'webp']

/**
 * What LibreOffice loses for a target, as sentences: unprinted content for pages, macros for office
 * formats. Empty for an unreadable document, whose error LibreOffice reports.
 */
export function officeLosses(
  path: string,
  { format, target }: { format: string; target: string },
  limits: Limits,
): Sentence[] {
  const losses = new Losses()
  if (BINARY.includes(format)) {
    if (hasMacros(readFileSync(path))) losses.add('macros')
    return losses.sentences()
  }
  const printed = target === 'pdf' || IMAGE_FORMATS.includes(target)
  try {
    const source = new OfficePackage(path, limits)
    if (source.names.some((name) => MACROS.test(name))) losses.add('macros')
    if (printed) COUNTERS[format]?.(source, losses)
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error
  }
  return losses.sentences()
}

const COUNTERS: Readonly<Record<string, (source: OfficePackage, losses: Losses) => void>> = {
  docx: countWord,
  xlsx: countSheets,
  pptx: countSlides,
  odt: countOdf,
  ods: countOdf,
  odp: countOdf,
}

function countWord(source: OfficePackage, losses: Losses): void {
  const main = source.mainPart()
  const root = (main && source.part(main)) || undefined
  losses.add('changesShown', countOf(root, 'w:ins', 'w:del', 'w:moveTo'))
  losses.add('embedded', countOf(root, 'o:OLEObject'))
  for (const one of elementsOf(root))
    if (one.name === 'w:r' && isOn(childAt(one, 'w:rPr'), 'w:vanish', 'w:val') && countOf(one, 'w:t') > 0)
      losses.add('hiddenText')
  for (const { type, target } of main ? source.relations(main).values() : [])
    if (type === 'comments')
      losses.add('comments', countOf(source.optionalPart(target) ?? undefined, 'w:comment'))
}

function countSheets(source: OfficePackage, losses: Losses): void {
  const main = source.mainPart()
  if (!main) return
  const relations = source.relations(main)
  for (const { attributes } of childrenOf(childAt(source.part(main) ?? undefined, 'x:sheets'), 'x:sheet')) {
    if (['hidden', 'veryHidden'].includes(attributes.state ?? '')) {
      losses.add('hiddenSheets')
      continue
    }
    const part = relations.get(attributes['r:id'] ?? '')?.target ?? ''
    for (const { type, target, external } of source.relations(part).values())
      if (type === 'comments' && !external)
        losses.add('comments', countOf(source.optionalPart(target) ?? undefined, 'x:comment'))
    const sheet = source.optionalPart(part) ?? undefined
    const hides = [
      ...childrenOf(childAt(sheet, 'x:cols'), 'x:col'),
      ...childrenOf(childAt(sheet, 'x:sheetData'), 'x:row').filter((row) => textOf(row) !== ''),
    ]
    losses.add('hiddenCells', hides.filter((one) => isTrue(one.attributes.hidden)).length)
    losses.add('embedded', countOf(sheet, 'x:oleObject'))
  }
}

function countSlides(source: OfficePackage, losses: Losses): void {
  const main = source.mainPart()
  if (!main) return
  const relations = source.relations(main)
  for (const { attributes } of childrenOf(childAt(source.part(main) ?? undefined, 'p:sldIdLst'), 'p:sldId')) {
    const part = relations.get(attributes['r:id'] ?? '')?.target ?? ''
    const slide = source.part(part) ?? undefined
    const { show } = slide?.attributes ?? {}
    if (show !== undefined && !isTrue(show)) {
      losses.add('hiddenSlides')
      continue
    }
    losses.add('embedded', countOf(slide, 'p:oleObj'))
    losses.add('media', countOf(slide, 'a:videoFile', 'a:audioFile', 'a:wavAudioFile', 'a:quickTimeFile'))
    for (const { type, target, external } of source.relations(part).values()) {
      if (external) continue
      const found = type === 'comments' || type === 'notesSlide' ? source.optionalPart(target) : null
      if (type === 'comments') losses.add('comments', childrenOf(found ?? undefined).length)
      else if (hasNotes(found)) losses.add('notes')
    }
  }
}

const hasNotes = (notes: XmlElement | null): boolean =>
  childrenOf(childAt(notes ?? undefined, 'p:cSld', 'p:spTree')).some(
    (shape) => placeholderOf(shape) === 'body' && textOf(shape).trim() !== '',
  )

function countOdf(source: OfficePackage, losses: Losses): void {
  const document = new OdfDocument(source, losses)
  for (const one of elementsOf(document.content)) {
    if (one.name === 'office:annotation') losses.add('comments')
    if (one.name === 'text:changed-region') losses.add('changesShown')
    if (one.name === 'draw:plugin') losses.add('media')
    if (one.name === 'presentation:notes' && textOf(one).trim() !== '') losses.add('notes')
    if (!document.isHidden(one)) continue
    if (one.name === 'table:table') losses.add('hiddenSheets')
    if (one.name === 'draw:page') losses.add('hiddenSlides')
  }
}
