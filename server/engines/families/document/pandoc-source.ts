import { readFileSync } from 'node:fs'
import { EngineFailure } from '../../kernel/engine.ts'
import { sentence } from '../../kernel/sentence.ts'
import { decodeText } from '../../kernel/source/text.ts'
import { normaliseFences } from './markdown-fences.ts'

/**
 * Decodes the text of a source; adapts Markdown to pandoc's reader `from`.
 * @throws EngineFailure source_damaged if it isn't text, source_empty if it is blank
 */
export function readText(path: string, label: string, from: string): string {
  const text = decodeText(readFileSync(path), true)
  if (text === null) {
    throw new EngineFailure(
      'source_damaged',
      sentence`The file is not readable text. Save it again as ${label} in UTF-8.`,
    )
  }
  if (text.trim() === '')
    throw new EngineFailure('source_empty', sentence`The file contains no text. Choose another file.`)
  return from === 'markdown' || from === 'gfm' ? normaliseFences(text, from === 'markdown') : text
}

export const emptyResult = () =>
  new EngineFailure('output_empty', sentence`The result was empty. Try another target format.`)

/** Most errors of pandoc concern reading; the log gets its own words, which name internals. */
export function refusal(said: string, label: string): EngineFailure {
  process.stderr.write(`${said.slice(0, 1000)}\n`)
  if (said.includes('filewright:empty')) {
    return new EngineFailure(
      'source_empty',
      sentence`The document is empty. Choose a document with text or images.`,
    )
  }
  if (/filter|Lua|writer|template/i.test(said) && !/parse/i.test(said)) {
    return new EngineFailure(
      'engine_failed',
      sentence`The document could not be written in this format. Try another target format.`,
    )
  }
  return new EngineFailure(
    'source_damaged',
    sentence`The file could not be read as ${label}: it is damaged, or written in a way that is not understood. Check that it opens elsewhere, or save it again.`,
  )
}
