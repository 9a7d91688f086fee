import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib'

/** Catalog entries besides the pages that may contain text. */
const CATALOG = [
  ...['Outlines', 'StructTreeRoot', 'MarkInfo', 'Metadata', 'Names', 'Dests', 'OpenAction', 'AA', 'AF'],
  ...['PieceInfo', 'Threads', 'AcroForm', 'PageLabels', 'Collection', 'DSS', 'Perms', 'SpiderInfo'],
]
const PAGE = ['Metadata', 'PieceInfo', 'Thumb', 'StructParents', 'AA', 'AF', 'Annots', 'B']

type Says = (text: string) => boolean

const isText = (object: PDFObject | undefined): object is PDFString | PDFHexString =>
  object instanceof PDFString || object instanceof PDFHexString

/** A palette is stored as a string but isn't text. */
const isPalette = (array: PDFArray): boolean => array.get(0) === PDFName.of('Indexed')

/**
 * Removes a document's data outside its pages, and empties each remaining string that matches
 * `says`. Unreachable objects stay in the bytes until the caller rewrites the file with qpdf.
 */
export async function scrub(bytes: Uint8Array, says: Says): Promise<Uint8Array> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  for (const key of CATALOG) document.catalog.delete(PDFName.of(key))
  for (const page of document.getPages()) for (const key of PAGE) page.node.delete(PDFName.of(key))
  document.context.trailerInfo.Info = undefined
  const walk = (object: PDFObject): void => {
    if (object instanceof PDFStream) walk(object.dict)
    else if (object instanceof PDFDict) {
      for (const [key, value] of object.entries()) {
        if (isText(value) && says(value.decodeText())) object.set(key, PDFString.of(''))
        else walk(value)
      }
    } else if (object instanceof PDFArray && !isPalette(object)) {
      for (const [index, value] of object.asArray().entries()) {
        if (isText(value) && says(value.decodeText())) object.set(index, PDFString.of(''))
        else walk(value)
      }
    }
  }
  for (const [reference, object] of document.context.enumerateIndirectObjects()) {
    if (isText(object) && says(object.decodeText())) document.context.assign(reference, PDFString.of(''))
    else walk(object)
  }
  return await document.save({ useObjectStreams: false })
}

/**
 * Whether any text of the file matches: strings of objects, page operators or XML. `bytes` is a
 * file with uncompressed streams. Skips image and font data, which isn't text.
 */
export async function textsSay(bytes: Uint8Array, says: Says): Promise<boolean> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  const anywhere = (object: PDFObject): boolean => {
    if (isText(object)) return says(object.decodeText())
    if (object instanceof PDFArray) return !isPalette(object) && object.asArray().some(anywhere)
    if (object instanceof PDFDict) return object.values().some(anywhere)
    if (object instanceof PDFStream)
      return anywhere(object.dict) || (isReadable(object) && streamSays(object, says))
    return false
  }
  return document.context.enumerateIndirectObjects().some(([, object]) => anywhere(object))
}

function isReadable({ dict }: PDFStream): boolean {
  const subtype = String(dict.get(PDFName.of('Subtype')) ?? '')
  if (['/Image', '/Type1C', '/CIDFontType0C', '/OpenType'].includes(subtype)) return false
  // Skips font programs (/Length1) and compressed streams.
  return !dict.has(PDFName.of('Length1')) && !dict.has(PDFName.of('Filter'))
}

const STRING = /\((?:\\[\s\S]|[^\\()])*\)|<([0-9a-fA-F\s]*)>/g

function streamSays(stream: PDFStream, says: Says): boolean {
  if (!(stream instanceof PDFRawStream)) return false
  const text = Buffer.from(stream.contents).toString('latin1')
  if (String(stream.dict.get(PDFName.of('Type')) ?? '') === '/Metadata')
    return says(Buffer.from(stream.contents).toString('utf8'))
  for (const [whole, hex] of text.matchAll(STRING)) {
    const value =
      hex === undefined ? PDFString.of(whole.slice(1, -1)) : PDFHexString.of(hex.replace(/\s/g, ''))
    if (says(value.decodeText()) || says(Buffer.from(value.asBytes()).toString('latin1'))) return true
  }
  return false
}
