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

/** What pandoc has no use for, and what could be large. */
const UNUSED =
  /(^|\/)(embeddings|fonts|activeX|charts|diagrams|theme|customXml|Thumbnails|Configurations2|Basic|Scripts)\/|(vbaProject|vbaData|thumbnail)[^/]*$/i

/**
 * A package with some parts replaced, and without what pandoc does not read; stored, since pandoc
 * reads it at once.
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

/** An office document as pandoc reads it completely. */
export interface PreparedDocument {
  /** The reader of pandoc. */
  from: string
  /** The name of the document among the files; the others are its images. */
  name: string
  files: Record<string, Uint8Array>
  /** What was changed or left out, in plain sentences. */
  warnings: Sentence[]
}

type Content = Omit<PreparedDocument, 'warnings'>
type Prepare = (source: OfficePackage, losses: Losses, target: string) => Content

/**
 * The office formats: some as a package that pandoc's reader reads completely, the others as a
 * document in JSON.
 */
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

/** Macros of Word and its kin, and those of LibreOffice. */
export const MACROS = /vbaProject\.bin$|^Basic\/.+\/|^Scripts\/.+[^/]$/i

/**
 * Makes an office document complete for pandoc: text in drawings, charts and diagrams becomes part
 * of the document, and what cannot be kept is said. Null for a format that needs none of this.
 * Throws an EngineFailure where a document is damaged or too large.
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

/**
 * The sheets of an ODS in their order: a heading, the cells as they are shown, what is drawn on
 * them.
 */
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
