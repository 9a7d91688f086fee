import { createReadStream } from 'node:fs'
import { malformed } from './failures.ts'
import type { DataLosses } from './losses.ts'

/**
 * Streams a file's text: UTF-8 or UTF-16 with a BOM, valid UTF-8 without one, otherwise
 * Windows-1252. Reads the file twice, once for detection, and never as a whole.
 */
export async function textReader(path: string, losses: DataLosses): Promise<() => AsyncIterable<string>> {
  const encoding = await encodingOf(path)
  if (encoding === 'windows-1252') losses.set('windows1252', 1)
  return async function* () {
    const decoder = new TextDecoder(encoding)
    for await (const chunk of createReadStream(path)) {
      const text = decoder.decode(chunk as Buffer, { stream: true })
      if (text !== '') yield text
    }
    const rest = decoder.decode()
    if (rest !== '') yield rest
  }
}

/** The whole text of a file; only for size-limited files. */
export async function readText(path: string, losses: DataLosses): Promise<string> {
  const parts: string[] = []
  for await (const part of (await textReader(path, losses))()) parts.push(part)
  return parts.join('')
}

async function encodingOf(path: string): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  let isUtf8 = true
  for await (const chunk of createReadStream(path)) {
    const bytes = chunk as Buffer
    if (isFirst && bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
    if (isFirst && bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
    isFirst = false
    if (bytes.includes(0)) throw malformed('file', 'it holds bytes that are no text')
    try {
      if (isUtf8) decoder.decode(bytes, { stream: true })
    } catch {
      isUtf8 = false
    }
  }
  try {
    if (isUtf8) decoder.decode()
  } catch {
    isUtf8 = false
  }
  return isUtf8 ? 'utf-8' : 'windows-1252'
}

/**
 * The lines of a text without terminators.
 * @throws `source_damaged` for a line above `most` characters
 */
export async function* linesOf(text: AsyncIterable<string>, most: number): AsyncGenerator<string> {
  let rest = ''
  for await (const part of text) {
    const lines = (rest + part).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line
    if (rest.length > most) throw malformed('file', `a line is longer than ${most / 1e6} million characters`)
  }
  if (rest !== '') yield rest
}
