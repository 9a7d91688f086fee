import { zipSync } from 'fflate'
import { EngineFailure } from '../../kernel/engine.ts'
import type { Limits } from '../../kernel/limits.ts'
import { type Sentence, sentence } from '../../kernel/sentence.ts'
import { type Block, documentOf } from './ast.ts'
import { rewriteDocx } from './docx.ts'
import { Losses } from './losses.ts'
import { shapeBlocks } from './odf-blocks.ts'
import { OdfDocument } from './odf-document.ts'
import { readPages } from './odp.ts'
import { tableBlocks } from './ods-table.ts'
import { rewriteOdt } from './odt.ts'
import { OfficePackage } from './office-package.ts'
import { heading, OfficeReader } from './office-reader.ts'
import { readSlides } from './pptx.ts'
import { readWorkbook } from './xlsx.ts'
import { childAt, childrenOf } from './xml-tree.ts'

/** Parts that pandoc doesn't use and that may be large. */
const UNUSED =
  /(^|\/)(embeddings|fonts|activeX|charts|diagrams|theme|customXml|Thumbnails|Configurations2|Basic|Scripts)\/|(vbaProject|vbaData|thumbnail)[^/]*$/i

/**
 * A package with replaced parts and without unused ones; stored, since pandoc reads it immediately.
 */
function rewrittenPackage(source: OfficePackage, parts: Record<string, Uint8Array>): Uint8Array {
  const members: Record<string, Uint8Array> = {}
  for (const name of source.names) {
    if (name.endsWith('/') || UNUSED.test(name) || parts[name]) continue
    const bytes = source.bytes(name)
    if (bytes) members[name] = bytes
  }
  return zipSync({ ...members, ...parts }, { level: 0 })
}

/** An office document that pandoc reads completely. */
export interface PreparedDocument {
  /** pandoc's reader. */
  from: string
  /** The file name of the document; the other files are its images. */
  name: string
  files: Record<string, Uint8Array>
  /** What was changed or left out, as sentences. */
  warnings: Sentence[]
}

type Content = Omit<PreparedDocument, 'warnings'>
type Prepare = (source: OfficePackage, losses: Losses, target: string) => Content

/** The office formats: some stay packages for pandoc's own reader, others become pandoc JSON. */
const FORMATS: Readonly<Record<string, Prepare>> = {
  docx: (source, losses, target) => {
    const { reader, main } = openOoxml(source, losses)
    return rewritten('docx', source, rewriteDocx(reader, main, target))
  },
  pptx: (source, losses) => {
    const { reader, main } = openOoxml(source, losses)
    return read(readSlides(reader, main), reader.images.files)
  },
  xlsx: (source, losses) => {
    const { reader, main } = openOoxml(source, losses)
    return read(readWorkbook(reader, main), reader.images.files)
  },
  odt: (source, losses) => rewritten('odt', source, rewriteOdt(openOdf(source, losses))),
  ods: (source, losses) => {
    const document = openOdf(source, losses)
    return read(readSheets(document), document.images.files)
  },
  odp: (source, losses) => {
    const document = openOdf(source, losses)
    return read(readPages(document), document.images.files)
  },
}

/** Macros of Microsoft Office and of LibreOffice. */
export const MACROS = /vbaProject\.bin$|^Basic\/.+\/|^Scripts\/.+[^/]$/i

/**
 * Makes an office document complete for pandoc: text of drawings, charts and diagrams becomes part
 * of the body, and losses are reported. Null for formats that don't need it.
 * @throws EngineFailure for a damaged or too large document
 */
export function prepareOffice(
  path: string,
  { format, target }: { format: string; target: string },
  limits: Limits,
): PreparedDocument | null {
  const prepare = FORMATS[format]
  if (!prepare) return null
  const source = new OfficePackage(path, limits)
  const losses = new Losses()
  const content = prepare(source, losses, target)
  if (source.names.some((name) => MACROS.test(name))) losses.add('macros')
  return { ...content, warnings: losses.sentences() }
}

function openOoxml(source: OfficePackage, losses: Losses): { reader: OfficeReader; main: string } {
  const main = source.mainPart()
  if (!main || !source.part(main)) throw noDocument()
  return { reader: new OfficeReader(source, losses), main }
}

function openOdf(source: OfficePackage, losses: Losses): OdfDocument {
  const document = new OdfDocument(source, losses)
  if (!document.content) throw noDocument()
  return document
}

function rewritten(format: string, source: OfficePackage, parts: Record<string, Uint8Array>): Content {
  const name = `source.${format}`
  return { from: format, name, files: { [name]: rewrittenPackage(source, parts) } }
}

function read(blocks: Block[], images: Record<string, Uint8Array>): Content {
  const name = 'source.json'
  return { from: 'json', name, files: { [name]: new TextEncoder().encode(documentOf(blocks)), ...images } }
}

const noDocument = () =>
  new EngineFailure(
    'source_damaged',
    sentence`The file has no document in it. Open it in the program that made it, save it again, then convert it.`,
  )

/** The sheets of an ODS in order: title, displayed cells and drawings. */
function readSheets(document: OdfDocument): Block[] {
  const sheets = childrenOf(childAt(document.content, 'office:body', 'office:spreadsheet'), 'table:table')
  return sheets.flatMap((sheet) => {
    if (document.isHidden(sheet)) {
      document.losses.add('hiddenSheets')
      return []
    }
    return [
      heading(2, sheet.attributes['table:name'] ?? 'Sheet'),
      ...tableBlocks(sheet, document, shapeBlocks),
    ]
  })
}
