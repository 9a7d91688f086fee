import { readFileSync } from 'node:fs'

/**
 * Frees the memory of a buffer immediately. Otherwise a warm child could hold two large images
 * until garbage collection and exceed its memory limit. The buffer must not be used afterwards.
 */
export function giveBack({ length, buffer }: Buffer<ArrayBuffer>): void {
  // Small buffers share a pooled ArrayBuffer.
  if (length === buffer.byteLength) buffer.transfer(0)
}

/** Reads a file and frees its buffer after `use`. */
export function withBytes<Result>(path: string, use: (bytes: Buffer<ArrayBuffer>) => Result): Result {
  const bytes = readFileSync(path)
  try {
    return use(bytes)
  } finally {
    giveBack(bytes)
  }
}
