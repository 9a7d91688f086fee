import { readFileSync } from 'node:fs'

/**
 * Gives the memory of bytes back at once. A warm child would hold those of one large image beside
 * those of the next until they are collected some time, and be stopped for using too much. Nobody
 * may use them any more.
 */
export function giveBack({ length, buffer }: Buffer<ArrayBuffer>): void {
  // Small ones share their memory with others.
  if (length === buffer.byteLength) buffer.transfer(0)
}

/** Reads a file for the time of `use` only. */
export function withBytes<Result>(path: string, use: (bytes: Buffer<ArrayBuffer>) => Result): Result {
  const bytes = readFileSync(path)
  try {
    return use(bytes)
  } finally {
    giveBack(bytes)
  }
}
