import { createHash } from 'node:crypto'

/**
 * The offsets of the signature's hexadecimal digits with their angle brackets. All other bytes are
 * signed.
 */
export interface SignaturePlaceholder {
  from: number
  to: number
}

/** The start of the signature object as written by `reserveSignaturePlaceholder`. */
const HEAD =
  /\d+ 0 obj\n<<\n\/Type \/Sig\n\/Filter \/Adobe\.PPKLite\n\/SubFilter \/ETSI\.CAdES\.detached\n\/ByteRange \[ 0 (\d{1,10}) (\d{1,10}) (\d{1,10}) \] *\n\/Contents $/
const TAIL = /^\n\/Name <[0-9A-F]*>\n\/Reason <[0-9A-F]*>\n\/M \(D:\d{14}Z\)\n>>\nendobj\n/
const HEAD_BYTES = 300
const TAIL_BYTES = 8000
const END = /\nstartxref\n\d+\n%%EOF\n$/

/**
 * Finds the signature placeholder that `reserveSignaturePlaceholder` wrote.
 * @throws Error for any other file: it comes from a sandbox that reads untrusted files
 */
export function findSignaturePlaceholder(bytes: Buffer): SignaturePlaceholder {
  const ranges = bytes.lastIndexOf('/ByteRange', undefined, 'latin1')
  const contents = ranges < 0 ? -1 : bytes.indexOf('/Contents ', ranges, 'latin1')
  if (contents < 0) throw strange()
  const from = contents + '/Contents '.length
  const head = HEAD.exec(bytes.toString('latin1', Math.max(0, from - HEAD_BYTES), from))
  const to = bytes.indexOf('>', from, 'latin1') + 1
  const tail = bytes.toString('latin1', to, to + TAIL_BYTES)
  const digits = bytes.subarray(from + 1, to - 1)
  const ours =
    head !== null &&
    Number(head[1]) === from &&
    Number(head[2]) === to &&
    Number(head[3]) === bytes.length - to &&
    bytes[from] === 0x3c &&
    digits.length >= 1024 &&
    digits.length % 2 === 0 &&
    digits.every((digit) => digit === 0x30) &&
    TAIL.test(tail) &&
    END.test(bytes.toString('latin1', Math.max(to, bytes.length - 60)))
  if (!ours) throw strange()
  return { from, to }
}

/** SHA-256 of the signed byte ranges. */
export function digestOf(bytes: Uint8Array, { from, to }: SignaturePlaceholder): Buffer {
  return createHash('sha256').update(bytes.subarray(0, from)).update(bytes.subarray(to)).digest()
}

/**
 * Writes a DER signature into its placeholder; the rest stays zeros.
 * @throws Error if it doesn't fit
 */
export function fillSignaturePlaceholder(
  bytes: Buffer,
  { from, to }: SignaturePlaceholder,
  signature: Uint8Array,
): void {
  const digits = Buffer.from(signature).toString('hex')
  if (digits.length > to - from - 2) throw new Error('The signature is longer than its room.')
  bytes.write(digits, from + 1, 'latin1')
}

const strange = () => new Error('The file is not as it is written for a seal.')
