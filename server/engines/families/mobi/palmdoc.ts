/**
 * Unpacks a record that PalmDOC packed: literals, runs of literals, copies of what stands before, and a space with a letter.
 * `most` bounds the result in bytes. What refers to before the beginning is left out.
 */
export function unpackPalmDoc(packed: Uint8Array, most: number): Buffer {
  const output = Buffer.alloc(most)
  let to = 0
  for (let at = 0; at < packed.length && to < most; ) {
    const byte = packed[at++] ?? 0
    if (byte >= 1 && byte <= 8) {
      for (let left = byte; left > 0 && at < packed.length && to < most; left--)
        output[to++] = packed[at++] ?? 0
    } else if (byte < 0x80) output[to++] = byte
    else if (byte < 0xc0) {
      const pair = (byte << 8) | (packed[at++] ?? 0)
      const distance = (pair & 0x3fff) >> 3
      if (distance === 0 || distance > to) continue
      for (let left = (pair & 7) + 3; left > 0 && to < most; left--, to++)
        output[to] = output[to - distance] ?? 0
    } else {
      output[to++] = 0x20
      if (to < most) output[to++] = byte ^ 0x80
    }
  }
  return output.subarray(0, to)
}
