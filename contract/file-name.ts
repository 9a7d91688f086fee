import { z } from 'zod'

/** Limit of common file systems, in bytes of UTF-8. */
const MAX_BYTES = 255
/** A longer suffix is part of the name, not an extension. */
const MAX_EXTENSION_BYTES = 32
/** Longer input is refused, not shortened. */
const MAX_LENGTH = 1024

/** Device names that Windows reserves, with any extension. */
const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³])(?=\s*(\.|$))/i
/**
 * Invisible characters: controls, line separators, byte order marks and direction overrides.
 */
const INVISIBLE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff]/gu
const EDGES = /^[\s.]+|[\s.]+$/g

const bytesOf = (text: string) => new TextEncoder().encode(text).length

/**
 * Makes any text a safe file name: without a path, invisible characters, leading dots, trailing
 * dots or spaces, in Unicode's composed form (NFC), and of at most 255 bytes. Device names of
 * Windows get an underscore in front.
 * @returns `unnamed` where nothing is left
 */
export function cleanFileName(given: string): string {
  const visible = given.toWellFormed().replace(INVISIBLE, '').normalize('NFC')
  const last = visible.split(/[\\/]/).at(-1) ?? ''
  const name = last.replace(EDGES, '').replace(RESERVED, '_$1')
  const [base, extension] = splitFileName(name)
  return fitFileName(base, extension) || 'unnamed'
}

/** A file name's base and its extension with the dot, which is empty where there is none. */
export function splitFileName(name: string): [base: string, extension: string] {
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 ? name.slice(dot) : ''
  return bytesOf(extension) > MAX_EXTENSION_BYTES
    ? [name, '']
    : [name.slice(0, name.length - extension.length), extension]
}

/** Joins both parts, and shortens the base until the name has at most 255 bytes. */
export function fitFileName(base: string, ending: string): string {
  const room = MAX_BYTES - bytesOf(ending)
  if (bytesOf(base) <= room) return base + ending
  let [fitting, size] = ['', 0]
  for (const character of base) {
    size += bytesOf(character)
    if (size > room) break
    fitting += character
  }
  return fitting.replace(EDGES, '') + ending
}

/** The clean file name with this extension, which is added where the name ends otherwise. */
export function fileNameWith(extension: `.${string}`, given: string): string {
  const name = cleanFileName(given)
  return name.toLowerCase().endsWith(extension) ? name : fitFileName(name, extension)
}

/** A file name that a caller sends. It arrives clean, whatever was sent. */
export const FileName = z.string().trim().min(1).max(MAX_LENGTH).overwrite(cleanFileName).meta({
  description:
    'File name. The server removes paths, control characters, leading dots, trailing dots and spaces, and shortens it to 255 bytes.',
  example: 'Lease, 14 Harbour Row.pdf',
})
