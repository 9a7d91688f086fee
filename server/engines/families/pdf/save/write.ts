import {
  PDFCrossRefStream,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFRef,
} from '@cantoo/pdf-lib'
import type { Changes } from './changes.ts'

/**
 * Appends new and changed objects as an incremental update. `original` is what the document was
 * read from. Null if its cross-reference table isn't found.
 */
export async function writeBehind(
  original: Uint8Array,
  document: PDFDocument,
  changes: Changes,
): Promise<Uint8Array | null> {
  const { context } = document
  const { prevStartXRef: previous } = context.pdfFileDetails
  const table = tableAt(original, previous)
  if (table === null) return null
  // Fonts become objects only on flush.
  await document.flush()
  const parts: Uint8Array[] = [original]
  let length = original.length
  const add = (bytes: Uint8Array) => {
    parts.push(bytes)
    length += bytes.length
  }
  add(latin(original.at(-1) === 10 ? '' : '\n'))
  const entries: { reference: PDFRef; offset: number }[] = []
  for (const [reference, object] of changes.list()) {
    entries.push({ reference, offset: length })
    add(latin(`${reference.objectNumber} ${reference.generationNumber} obj\n`))
    add(bytesOf(object))
    add(latin('\nendobj\n'))
  }
  const { Root, Info, ID } = context.trailerInfo
  const offset = length
  if (table === 'stream') {
    const reference = context.nextRef()
    const trailer = context.obj({ Size: reference.objectNumber + 1, Root, Info, ID, Prev: previous })
    const stream = PDFCrossRefStream.create(trailer)
    for (const entry of entries) stream.addUncompressedEntry(entry.reference, entry.offset)
    stream.addUncompressedEntry(reference, offset)
    stream.dict.set(PDFName.of('Size'), PDFNumber.of(reference.objectNumber + 1))
    add(latin(`${reference.objectNumber} 0 obj\n`))
    add(bytesOf(stream))
    add(latin('\nendobj\n'))
  } else {
    const trailer = context.obj({ Size: context.largestObjectNumber + 1, Root, Info, ID, Prev: previous })
    add(latin(`${tableOf(entries)}trailer\n${trailer}\n`))
  }
  add(latin(`startxref\n${offset}\n%%EOF\n`))
  return Buffer.concat(parts, length)
}

/** The kind of cross-reference section at an offset, or null. */
function tableAt(bytes: Uint8Array, offset: number): 'table' | 'stream' | null {
  if (!(offset > 0 && offset < bytes.length)) return null
  const words = Buffer.from(
    bytes.buffer,
    bytes.byteOffset + offset,
    Math.min(40, bytes.length - offset),
  ).toString('latin1')
  if (/^\s*xref\b/.test(words)) return 'table'
  return /^\s*\d+\s+\d+\s+obj\b/.test(words) ? 'stream' : null
}

function tableOf(entries: readonly { reference: PDFRef; offset: number }[]): string {
  let table = 'xref\n'
  for (let start = 0; start < entries.length; ) {
    let end = start + 1
    while (number(entries, end) === number(entries, end - 1) + 1) end++
    table += `${number(entries, start)} ${end - start}\n`
    for (const { reference, offset } of entries.slice(start, end))
      table += `${String(offset).padStart(10, '0')} ${String(reference.generationNumber).padStart(5, '0')} n \n`
    start = end
  }
  return table
}

const number = (entries: readonly { reference: PDFRef }[], index: number): number =>
  entries[index]?.reference.objectNumber ?? -1

function bytesOf(object: PDFObject): Uint8Array {
  const bytes = new Uint8Array(object.sizeInBytes())
  object.copyBytesInto(bytes, 0)
  return bytes
}

const latin = (text: string): Uint8Array => Buffer.from(text, 'latin1')
