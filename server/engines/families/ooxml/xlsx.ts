import { type Block, para, words } from './ast.ts'
import { shapesBlocks } from './drawing-shapes.ts'
import { builtInPattern } from './number-format.ts'
import { heading, type OfficeReader, type Scope } from './office-reader.ts'
import { cellText, stringText, type WorkbookFacts } from './sheet-cells.ts'
import { type GridCell, type GridSpan, gridTable } from './sheet-grid.ts'
import type { XmlElement } from './xml.ts'
import { childAt, childrenOf, countOf, isTrue, outermost, textOf } from './xml-tree.ts'

/** The sheets of a workbook in order: title, displayed cells and drawings. */
export function readWorkbook(reader: OfficeReader, main: string): Block[] {
  const workbook = reader.source.part(main) ?? undefined
  const { relations } = reader.scope(main)
  const partOf = (type: string) =>
    [...relations.values()].find((relation) => relation.type === type)?.target ?? ''
  const items = childrenOf(reader.source.part(partOf('sharedStrings')) ?? undefined, 'x:si')
  reader.losses.add('phonetics', items.filter((item) => childAt(item, 'x:rPh')).length)
  const facts: WorkbookFacts = {
    strings: items.map(stringText),
    patterns: patternsOf(reader.source.part(partOf('styles'))),
    from1904: isTrue(childAt(workbook, 'x:workbookPr')?.attributes.date1904),
  }
  return childrenOf(childAt(workbook, 'x:sheets'), 'x:sheet').flatMap(({ attributes }) => {
    if (['hidden', 'veryHidden'].includes(attributes.state ?? '')) {
      reader.losses.add('hiddenSheets')
      return []
    }
    const part = relations.get(attributes['r:id'] ?? '')?.target ?? ''
    const sheet = reader.source.part(part)
    if (!sheet) return []
    const blocks = sheetBlocks(sheet, reader.scope(part), facts)
    return [heading(2, attributes.name ?? 'Sheet'), ...blocks]
  })
}

function sheetBlocks(sheet: XmlElement, scope: Scope, facts: WorkbookFacts): Block[] {
  const { reader, relations } = scope
  const hidden = hiddenColumns(sheet)
  const links = linksOf(sheet, scope)
  const cells: GridCell[] = []
  let row = -1
  for (const line of childrenOf(childAt(sheet, 'x:sheetData'), 'x:row')) {
    row = line.attributes.r === undefined ? row + 1 : Number(line.attributes.r) - 1
    let column = -1
    for (const cell of childrenOf(line, 'x:c')) {
      const place = cell.attributes.r === undefined ? undefined : placeOf(cell.attributes.r)
      column = place ? place.column : column + 1
      const text = cellText(cell, facts)
      if (text === '') continue
      if (isTrue(line.attributes.hidden) || hidden.some(({ from, to }) => column >= from && column <= to)) {
        reader.losses.add('hiddenCells')
        continue
      }
      const link = cell.attributes.r === undefined ? undefined : links.get(cell.attributes.r)
      cells.push({ row, column, text, ...(link && { link }) })
    }
  }
  const { headers, footers } = headerTexts(childAt(sheet, 'x:headerFooter'))
  const texts = (lines: string[]) => lines.map((line) => para(words(line)))
  if (headers.length + footers.length > 0) reader.losses.add('headersAndFooters')
  for (const { type, target, external } of relations.values()) {
    if (external || (type !== 'comments' && type !== 'threadedComment')) continue
    const root = reader.source.optionalPart(target) ?? undefined
    // Threaded comments have a legacy comment too, which is already counted.
    if (type === 'comments') reader.losses.add('comments', countOf(root, 'x:comment'))
  }
  return [
    ...texts(headers),
    ...gridTable(cells, spansOf(sheet), reader.cells),
    ...drawings(sheet, scope),
    ...texts(footers),
  ]
}

function hiddenColumns(sheet: XmlElement): { from: number; to: number }[] {
  return childrenOf(childAt(sheet, 'x:cols'), 'x:col')
    .filter(({ attributes }) => isTrue(attributes.hidden))
    .map(({ attributes }) => ({ from: Number(attributes.min) - 1, to: Number(attributes.max) - 1 }))
}

/** Link targets by cell. */
function linksOf(sheet: XmlElement, { relations }: Scope): Map<string, string> {
  const links = new Map<string, string>()
  for (const { attributes } of childrenOf(childAt(sheet, 'x:hyperlinks'), 'x:hyperlink')) {
    const relation = relations.get(attributes['r:id'] ?? '')
    if (relation?.external && attributes.ref) links.set(attributes.ref, relation.target)
  }
  return links
}

function spansOf(sheet: XmlElement): GridSpan[] {
  return childrenOf(childAt(sheet, 'x:mergeCells'), 'x:mergeCell').flatMap(({ attributes }) => {
    const [from, to] = (attributes.ref ?? '').split(':').map(placeOf)
    if (!from || !to) return []
    return [{ ...from, rows: to.row - from.row + 1, columns: to.column - from.column + 1 }]
  })
}

/** The position of a cell such as `AB12`, from 0. */
function placeOf(reference: string): { row: number; column: number } | undefined {
  const [, letters, digits] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(reference) ?? []
  if (!letters || !digits) return undefined
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  return { row: Number(digits) - 1, column }
}

/** Charts, images and text shapes of a sheet, or the chart of a chart sheet. */
function drawings(sheet: XmlElement, { reader, relations }: Scope): Block[] {
  return childrenOf(sheet, 'x:drawing').flatMap(({ attributes }) => {
    const relation = relations.get(attributes['r:id'] ?? '')
    const root = relation && reader.source.optionalPart(relation.target)
    if (!root) return []
    const anchors = outermost(root, 'xdr:twoCellAnchor', 'xdr:oneCellAnchor', 'xdr:absoluteAnchor')
    return anchors.flatMap((anchor) => shapesBlocks(anchor, reader.scope(relation.target)))
  })
}

/**
 * The distinct texts of a sheet's headers and footers without page numbers, dates and file names.
 */
function headerTexts(source: XmlElement | undefined): { headers: string[]; footers: string[] } {
  const texts = (place: string) => [
    ...new Set(
      childrenOf(source)
        .filter(({ name }) => name.endsWith(place))
        .flatMap((part) => plainParts(textOf(part))),
    ),
  ]
  return { headers: texts('Header'), footers: texts('Footer') }
}

/**
 * The left, center and right part of a header without its `&` codes (ECMA-376 part 1, 18.3.1.46).
 */
function plainParts(text: string): string[] {
  return text
    .replace(/&&/g, '\u0000')
    .split(/&[LCR]/)
    .map((part) =>
      part
        .replace(/&"[^"]*"|&K(?:[0-9A-Fa-f]{6}|\d\d[+-]\d{3})|&\d+|&[A-Za-z]/g, '')
        .replaceAll('\u0000', '&')
        .trim(),
    )
    .filter((part) => part !== '')
}

/** The number format of each cell style, by index. */
function patternsOf(styles: XmlElement | null): string[] {
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
