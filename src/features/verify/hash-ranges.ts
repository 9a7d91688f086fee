import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import { FILE_LIMITS } from './limits.ts'

/**
 * Hashes that are not forgeable. The browser's API only takes a whole file, which may exceed the
 * memory.
 */
const HASHES = { 'SHA-256': sha256, 'SHA-384': sha384, 'SHA-512': sha512 } as const
export type HashName = keyof typeof HASHES
export const isHashName = (name: string): name is HashName => Object.hasOwn(HASHES, name)

export interface ToHash {
  name: HashName
  range: { from: number; to: number; end: number }
}

/**
 * The hash of each range of a file, which is read once, in slices. `tell` receives the progress,
 * from 0 to 1.
 */
export async function hashRanges(
  file: Blob,
  wanted: readonly ToHash[],
  tell: (done: number) => void,
): Promise<Uint8Array[]> {
  const hashes = wanted.map(({ name }) => HASHES[name].create())
  const end = Math.max(0, ...wanted.map(({ range }) => range.end))
  for (let at = 0; at < end; at += FILE_LIMITS.slice) {
    const bytes = new Uint8Array(await file.slice(at, at + FILE_LIMITS.slice).arrayBuffer())
    const part = (from: number, to: number) => bytes.subarray(Math.max(0, from - at), Math.max(0, to - at))
    for (const [index, { range }] of wanted.entries())
      hashes[index]?.update(part(0, range.from)).update(part(range.to, range.end))
    tell(Math.min(1, (at + FILE_LIMITS.slice) / end))
  }
  return hashes.map((hash) => hash.digest())
}
