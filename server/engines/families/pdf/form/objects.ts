import {
  decodePDFRawStream,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib'

/** The maximum length of text read from a file. */
const MAX_TEXT = 100_000

/** The resolved value of a key; undefined if missing. */
export function at(dict: PDFDict, key: string): PDFObject | undefined {
  return resolved(dict.context, dict.get(PDFName.of(key)))
}

/** Resolves a reference. A reference to a reference is undefined. */
export function resolved(context: PDFContext, object: PDFObject | undefined): PDFObject | undefined {
  const found = object instanceof PDFRef ? context.lookup(object) : object
  return found instanceof PDFRef ? undefined : found
}

export function dictAt(dict: PDFDict, key: string): PDFDict | undefined {
  const found = at(dict, key)
  if (found instanceof PDFDict) return found
  return found instanceof PDFRawStream ? found.dict : undefined
}

export function arrayAt(dict: PDFDict, key: string): PDFArray | undefined {
  const found = at(dict, key)
  return found instanceof PDFArray ? found : undefined
}

export function numberAt(dict: PDFDict, key: string): number | undefined {
  const found = at(dict, key)
  return found instanceof PDFNumber && Number.isFinite(found.asNumber()) ? found.asNumber() : undefined
}

export function nameAt(dict: PDFDict, key: string): string | undefined {
  return nameOf(at(dict, key))
}

/** A name without its slash, unescaped. */
export const nameOf = (object: PDFObject | undefined): string | undefined =>
  object instanceof PDFName ? quietly(() => object.decodeText()) : undefined

/** A text string in PDFDocEncoding, UTF-16 or UTF-8, or in a stream. */
export function textOf(object: PDFObject | undefined): string | undefined {
  if (object instanceof PDFString || object instanceof PDFHexString)
    return quietly(() => object.decodeText())?.slice(0, MAX_TEXT)
  if (object instanceof PDFRawStream) return streamText(object)
  return undefined
}

export const textAt = (dict: PDFDict, key: string): string | undefined => textOf(at(dict, key))

/** The text of a decoded stream, within `MAX_TEXT`. */
function streamText(stream: PDFRawStream): string | undefined {
  if (stream.contents.length > MAX_TEXT) return undefined
  const bytes = quietly(() => decodePDFRawStream(stream).getBytes(MAX_TEXT))
  if (!bytes) return undefined
  const hex = PDFHexString.of(Buffer.from(bytes).toString('hex'))
  return quietly(() => hex.decodeText())
}

function quietly<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** The numbers of an array. */
export function numbersOf(array: PDFArray | undefined): number[] {
  return itemsOf(array).flatMap((value) =>
    value instanceof PDFNumber && Number.isFinite(value.asNumber()) ? [value.asNumber()] : [],
  )
}

/** The resolved items of an array. */
export function itemsOf(array: PDFArray | undefined): (PDFObject | undefined)[] {
  return array?.asArray().map((_, index) => array.lookup(index)) ?? []
}

export interface Rect {
  x: number
  y: number
  width: number
  height: number
}

const FAR = 20_000
const kept = (value: number) => Math.round(Math.max(-FAR, Math.min(FAR, value)) * 1000) / 1000

/** The rectangle of an annotation in user space; null if it has none. */
export function rectOf(dict: PDFDict): Rect | null {
  const [a, b, c, d] = numbersOf(arrayAt(dict, 'Rect'))
  if (a === undefined || b === undefined || c === undefined || d === undefined) return null
  const [left, bottom] = [kept(Math.min(a, c)), kept(Math.min(b, d))]
  const [right, top] = [kept(Math.max(a, c)), kept(Math.max(b, d))]
  return {
    x: left,
    y: bottom,
    width: Math.min(FAR, kept(right - left)),
    height: Math.min(FAR, kept(top - bottom)),
  }
}
