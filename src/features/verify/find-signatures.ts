import { FILE_LIMITS } from './limits.ts'
import { type PdfDict, type PdfValue, readValue, Unreadable } from './pdf-object.ts'
import { type Marks, textOf } from './scan-file.ts'

/** A signature in the file, before its content is parsed. */
export interface FoundSignature {
  /** The signed range: from 0 to `gap.from`, and from `gap.to` to `end`. Null if it is invalid. */
  range: { from: number; to: number; end: number } | null
  /** The signature's bytes; null if they are missing or not hexadecimal. */
  der: Uint8Array<ArrayBuffer> | null
  subFilter: string
  /** The time in the signature dictionary, milliseconds since 1970. */
  at: number | null
}

/** All signatures of a file, in the order of their ranges. */
export async function findSignatures(file: Blob, { signs }: Marks): Promise<FoundSignature[]> {
  const found: { from: number; to: number; signatures: FoundSignature[] }[] = []
  const odd: FoundSignature[] = []
  for (const place of signs.slice(0, FILE_LIMITS.marks)) {
    if (found.reduce((sum, { signatures }) => sum + signatures.length, 0) >= FILE_LIMITS.signatures) break
    if (found.some(({ from, to }) => place >= from && place < to)) continue
    const object = await objectAround(file, place)
    if (object?.kind === 'read') {
      const signatures = dictsOf(object.value)
        .filter(isSignature)
        .map((dict) => signatureOf(dict, object.start, file.size))
      found.push({ from: object.start, to: object.start + object.value.to, signatures })
    } else if (object?.kind === 'odd') odd.push({ range: null, der: null, subFilter: '', at: null })
  }
  const signatures = found.flatMap((one) => one.signatures)
  signatures.sort((one, other) => (one.range?.end ?? file.size) - (other.range?.end ?? file.size))
  return [...signatures, ...odd]
}

type Around = { kind: 'read'; value: PdfValue; start: number } | { kind: 'odd' } | null

/**
 * The object at an offset. Null if there is none; `odd` if a signature's ranges are outside of
 * objects.
 */
async function objectAround(file: Blob, place: number): Promise<Around> {
  for (const back of [2_048, 65_536, FILE_LIMITS.object]) {
    const before = await textOf(file, place - back, place)
    const start = [...before.matchAll(/\d+\s+\d+\s+obj\b/g)].at(-1)
    if (!start && back < FILE_LIMITS.object && back < place) continue
    if (!start) break
    const from = place - before.length + start.index + start[0].length
    for (const ahead of [16_384, FILE_LIMITS.object]) {
      const text = await textOf(file, from, place + ahead)
      const value = valueAt(text)
      if (!value) continue
      if (from + value.to > place) return { kind: 'read', value, start: from }
      // The object ends before the offset: words in the stream after it are meaningless.
      const between = text.slice(value.to, place - from)
      if (/^\s*stream\b/.test(between) && !between.includes('endstream')) return null
      break
    }
    break
  }
  return /^\/ByteRange\s*\[\s*\d/.test(await textOf(file, place, place + 40)) ? { kind: 'odd' } : null
}

function valueAt(text: string): PdfValue | null {
  try {
    return readValue(text, 0)
  } catch (error) {
    if (error instanceof Unreadable) return null
    throw error
  }
}

function dictsOf(value: PdfValue): PdfDict[] {
  if (value.kind === 'array') return value.items.flatMap(dictsOf)
  if (value.kind !== 'dict') return []
  return [value, ...[...value.entries.values()].flatMap(dictsOf)]
}

const wordOf = (dict: PdfDict, key: string): string => {
  const value = dict.entries.get(key)
  return value && 'text' in value ? value.text : ''
}

/** By type or ranges; without ranges, by its subfilter. */
const isSignature = (dict: PdfDict) =>
  ['Sig', 'DocTimeStamp'].includes(wordOf(dict, 'Type')) ||
  dict.entries.has('ByteRange') ||
  (/^(ETSI|adbe)\./.test(wordOf(dict, 'SubFilter')) && dict.entries.has('Contents'))

function signatureOf(dict: PdfDict, start: number, size: number): FoundSignature {
  const contents = dict.entries.get('Contents')
  const hex = contents?.kind === 'hex' ? contents : null
  return {
    range: hex && dict.twice.size === 0 ? rangeOf(dict, start + hex.from, start + hex.to, size) : null,
    der: hex && bytesOf(hex.text),
    subFilter: wordOf(dict, 'SubFilter'),
    at: dateOf(wordOf(dict, 'M')),
  }
}

/**
 * The whole file up to an end, without the signature's hexadecimal string including its brackets,
 * and nothing else (ISO 32000-2, 12.8.1).
 */
function rangeOf(dict: PdfDict, from: number, to: number, size: number): FoundSignature['range'] {
  const ranges = dict.entries.get('ByteRange')
  if (ranges?.kind !== 'array' || ranges.items.length !== 4) return null
  const numbers = ranges.items.map((item) =>
    item.kind === 'word' && /^\d{1,15}$/.test(item.text) ? Number(item.text) : Number.NaN,
  )
  const [first, length, second, rest] = numbers as [number, number, number, number]
  const end = second + rest
  return first === 0 && length === from && second === to && end > to && end <= size ? { from, to, end } : null
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> | null {
  if (hex.length === 0 || hex.length % 2 !== 0 || !/^[0-9a-f]+$/i.test(hex)) return null
  const bytes = new Uint8Array(hex.length / 2)
  for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16)
  return bytes
}

/** "D:20261122174500+01'00'", the date format of PDF. */
export function dateOf(text: string): number | null {
  const parts = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:(Z)|([+-])(\d\d)'?(\d\d)?)?/.exec(text) ?? []
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', , sign, h, m = '00'] =
    parts
  if (!year) return null
  const zone = sign ? `${sign}${h}:${m}` : 'Z'
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`)
  return Number.isNaN(at) ? null : at
}
