import type { Objects } from '../platform.ts'
import { ApiProblem } from './api-problem.ts'

/** Larger than a font with every glyph described; parsing takes tens of milliseconds. */
const MAX_BYTES = 8_000_000

/**
 * Parses an engine's JSON about a file.
 * @throws ApiProblem inspection_failed if it is too large for a response
 */
export async function readJson(objects: Objects, key: string): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of (await objects.read(key)) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BYTES)
      throw new ApiProblem(
        'inspection_failed',
        'The file has more details than can be shown. Split it into smaller files and try again.',
      )
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}
