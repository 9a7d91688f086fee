/** Placeholder for a number that exceeds 32 bits or is in the ZIP64 extra field. */
export const ELSEWHERE = 0xffffffff
const LOCATOR = 0x07064b50
const END_OF_DIRECTORY = 0x06064b50
const EXTRA_FIELD = 1

export interface Directory {
  count: number
  length: number
  start: number
}

/**
 * The offset of the directory from the ZIP64 records; the locator is right before the usual end
 * record at `end`. Null if they are damaged. APPNOTE.TXT 4.3.14 and 4.3.15.
 */
export function zip64Directory(
  read: (position: number, length: number) => Buffer,
  end: number,
): Directory | null {
  const locator = read(end - 20, 20)
  if (locator.readUInt32LE(0) !== LOCATOR) return null
  const record = read(bigNumber(locator, 8), 56)
  if (record.readUInt32LE(0) !== END_OF_DIRECTORY) return null
  return { count: bigNumber(record, 32), length: bigNumber(record, 40), start: bigNumber(record, 48) }
}

/**
 * The sizes and offset of an entry, with placeholders replaced from its ZIP64 extra field, in this
 * order: inflated size, packed size, offset. Null if they are missing. APPNOTE.TXT 4.5.3.
 */
export function zip64Numbers(extra: Buffer, given: readonly number[]): number[] | null {
  if (!given.includes(ELSEWHERE)) return [...given]
  const field = extraField(extra, EXTRA_FIELD)
  const result: number[] = []
  let at = 0
  for (const value of given) {
    if (value !== ELSEWHERE) result.push(value)
    else {
      if (!field || at + 8 > field.length) return null
      result.push(bigNumber(field, at))
      at += 8
    }
  }
  return result
}

/** The content of the extra field with this identifier, or null. */
export function extraField(extra: Buffer, id: number): Buffer | null {
  for (let at = 0; at + 4 <= extra.length; ) {
    const end = at + 4 + extra.readUInt16LE(at + 2)
    if (extra.readUInt16LE(at) === id) return extra.subarray(at + 4, end)
    at = end
  }
  return null
}

/** Not exact beyond 2^53, which exceeds any file and any limit. */
function bigNumber(bytes: Buffer, at: number): number {
  return Number(bytes.readBigUInt64LE(at))
}
