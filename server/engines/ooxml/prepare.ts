import { EngineFailure } from '../engine.ts'
import type { Limits } from '../limits.ts'
import { type Block, documentOf } from './ast.ts'
import { rewriteDocx } from './docx.ts'
import { Losses } from './losses.ts'
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
  warnings: string[]
}

/** Formats whose documents pandoc gets as a package that its reader reads completely. */
const REWRITTEN: Readonly<
  Record<string, (reader: OfficeReader, main: string) => Record<string, Uint8Array>>
> = {
  docx: rewriteDocx,
}
/** Formats that pandoc gets as a document in JSON, since its own readers leave out too much or do not exist. */
const READ: Readonly<Record<string, (reader: OfficeReader, main: string) => Block[]>> = {
  pptx: readSlides,
  xlsx: readWorkbook,
}

/**
 * Makes an office document complete for pandoc: text in drawings, charts and diagrams becomes part of the document, and what
 * cannot be kept is said. Null for a format that needs none of this. Throws an EngineFailure where a document is damaged or too
 * large.
 */
export function prepareOffice(path: string, format: string, limits: Limits): PreparedDocument | null {
  const rewrite = REWRITTEN[format]
  const read = READ[format]
  if (!rewrite && !read) return null
  const source = new OfficePackage(path, limits)
  const losses = new Losses()
  const reader = new OfficeReader(source, losses)
  const main = source.mainPart()
  if (!main || !source.part(main)) throw noDocument()
  const document = rewrite
    ? { from: format, name: `source.${format}`, content: rewrittenPackage(source, rewrite(reader, main)) }
    : {
        from: 'json',
        name: 'source.json',
        content: new TextEncoder().encode(documentOf(read?.(reader, main) ?? [])),
      }
  if (source.names.some((name) => /vbaProject\.bin$/i.test(name))) losses.add('macros')
  const { from, name, content } = document
  return { from, name, files: { [name]: content, ...reader.pictures }, warnings: losses.sentences() }
}

const noDocument = () =>
  new EngineFailure(
    'source_damaged',
    'The file has no document in it. Open it in the program that made it, save it again, then convert it.',
  )
