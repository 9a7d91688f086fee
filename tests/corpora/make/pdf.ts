/** An object's words, and the bytes of its stream where it has one. */
export type PdfObject = string | [dictionary: string, stream: Uint8Array | string]

interface Trailer {
  /** Further words of the trailer's dictionary. */
  more?: string
  /** Stands where "4 0 obj" would, for damaged files. */
  header?: (number: number) => string
}

/** A PDF of these objects, numbered from 1; the first is the catalog. */
export function pdf(
  objects: PdfObject[],
  { more = '', header = (number) => `${number} 0 obj` }: Trailer = {},
): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  const offsets: number[] = []
  let length = parts[0]?.length ?? 0
  const add = (part: Uint8Array | string) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part)
    parts.push(bytes)
    length += bytes.length
  }
  for (const [index, object] of objects.entries()) {
    offsets.push(length)
    const [words, stream] = typeof object === 'string' ? [object] : object
    add(`${header(index + 1)}\n${words}\n`)
    if (stream !== undefined) {
      add('stream\n')
      add(stream)
      add('\nendstream\n')
    }
    add('endobj\n')
  }
  const start = length
  const size = objects.length + 1
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  add(`xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}`)
  add(`trailer\n<</Size ${size}/Root 1 0 R${more}>>\nstartxref\n${start}\n%%EOF\n`)
  return Buffer.concat(parts)
}

/** A content stream with its length. */
export const stream = (words: string): PdfObject => [`<</Length ${words.length}>>`, words]
