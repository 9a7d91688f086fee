import { damaged, tooComplex } from '../failures.ts'
import type { ModelFiles } from './files.ts'

/** The limit for all formats, given by the children' memory. */
export const MAX_TRIANGLES = 5_000_000

const PLY_HEADER = 64 * 1024

/**
 * Checks a file's declared counts before a reader allocates memory for them.
 * @throws `source_damaged` for counts that exceed the file, and for XML that defines entities
 */
export function checkClaims({ format, bytes }: Pick<ModelFiles, 'format' | 'bytes'>): void {
  if (format === 'dae' || format === 'x3d' || format === 'amf') checkXml(bytes)
  if (format === 'stl' && !isTextStl(bytes)) {
    const triangles = bytes.length < 84 ? 0 : bytes.readUInt32LE(80)
    if (84 + 50 * triangles > bytes.length) throw damaged()
    if (triangles > MAX_TRIANGLES) throw tooComplex()
  }
  // Without an end of the header the reader would loop forever.
  if (format === 'ply' && !bytes.subarray(0, PLY_HEADER).includes('end_header')) throw damaged()
  // Every element takes at least one byte in these formats.
  if (claimedCount(format, bytes) > bytes.length) throw damaged()
}

/** Whether an STL is text; some binary ones start with `solid` too. */
export const isTextStl = (bytes: Buffer) =>
  /^\s*solid\b[^\n]*\n\s*(facet|endsolid)/i.test(bytes.toString('latin1', 0, 1024))

function claimedCount(format: string, bytes: Buffer): number {
  if (format === 'ply') {
    const header = /^ply[\s\S]*?\bend_header\b/.exec(bytes.toString('latin1', 0, PLY_HEADER))?.[0] ?? ''
    return sum([...header.matchAll(/^element\s+\S+\s+(\d+)/gm)].map(([, count]) => Number(count)))
  }
  if (format === 'off') {
    const counts = bytes
      .toString('latin1', 0, 64 * 1024)
      .replace(/#[^\n]*/g, '')
      .trimStart()
      .match(/^\w*OFF\s+(\d+)\s+(\d+)/)
    return counts ? sum(counts.slice(1, 3).map(Number)) : 0
  }
  return 0
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Entities allow XML bombs and file access (XXE); models don't need them. */
export function checkXml(bytes: Buffer): void {
  if (/<!ENTITY|<!DOCTYPE[^>]*\[/i.test(bytes.toString('latin1'))) throw damaged()
}
