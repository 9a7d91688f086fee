import { EngineFailure } from '../../kernel/engine.ts'
import type { Limits } from '../../kernel/limits.ts'
import { type Sentence, sentence } from '../../kernel/sentence.ts'
import { type Block, documentOf } from './ast.ts'
import { rewriteDocx } from './docx.ts'
import { Losses } from './losses.ts'
import { OdfDocument } from './odf-document.ts'
import { readPages } from './odp.ts'
import { readSheets } from './ods.ts'
import { rewriteOdt } from './odt.ts'
import { OfficePackage } from './office-package.ts'
import { OfficeReader } from './office-reader.ts'
import { readSlides } from './pptx.ts'
import { rewrittenPackage } from './rewritten-package.ts'
import { readWorkbook } from './xlsx.ts'

/** An office document as pandoc reads it completely. */
export interface PreparedDocument {
  /** The reader of pandoc. */
  from: string
  /** The name of the document among the files; the others are its pictures. */
  name: string
  files: Record<string, Uint8Array>
  /** What was changed or left out, in plain sentences. */
  warnings: Sentence[]
}

type Content = Omit<PreparedDocument, 'warnings'>
type Prepare = (source: OfficePackage, losses: Losses, target: string) => Content

/** The office formats: some as a package that pandoc's reader reads completely, the others as a document in JSON. */
const FORMATS: Readonly<Record<string, Prepare>> = {
  docx: (source, losses, target) => {
    const { reader, main } = openOoxml(source, losses)
    return rewritten('docx', source, rewriteDocx(reader, main, target))
  },
  pptx: (source, losses) => {
    const { reader, main } = openOoxml(source, losses)
    return read(readSlides(reader, main), reader.pictures.files)
  },
  xlsx: (source, losses) => {
    const { reader, main } = openOoxml(source, losses)
    return read(readWorkbook(reader, main), reader.pictures.files)
  },
  odt: (source, losses) => rewritten('odt', source, rewriteOdt(openOdf(source, losses))),
  ods: (source, losses) => {
    const document = openOdf(source, losses)
    return read(readSheets(document), document.pictures.files)
  },
  odp: (source, losses) => {
    const document = openOdf(source, losses)
    return read(readPages(document), document.pictures.files)
  },
}

/** Macros of Word and its kin, and those of LibreOffice. */
export const MACROS = /vbaProject\.bin$|^Basic\/.+\/|^Scripts\/.+[^/]$/i

/**
 * Makes an office document complete for pandoc: text in drawings, charts and diagrams becomes part of the document, and what
 * cannot be kept is said. Null for a format that needs none of this. Throws an EngineFailure where a document is damaged or too
 * large.
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

function read(blocks: Block[], pictures: Record<string, Uint8Array>): Content {
  const name = 'source.json'
  return { from: 'json', name, files: { [name]: new TextEncoder().encode(documentOf(blocks)), ...pictures } }
}

const noDocument = () =>
  new EngineFailure(
    'source_damaged',
    sentence`The file has no document in it. Open it in the program that made it, save it again, then convert it.`,
  )
