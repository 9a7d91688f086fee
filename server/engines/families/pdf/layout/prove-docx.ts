import { SaxesParser } from 'saxes'
import { EngineFailure } from '../../../kernel/engine.ts'
import { sentence } from '../../../kernel/sentence.ts'
import { readZipDirectory, readZipEntry } from '../../../kernel/source/zip.ts'
import { textOf } from './chunks.ts'
import { paragraphsIn } from './document.ts'
import { flow } from './headings.ts'
import type { DocumentModel } from './model.ts'

const MAIN = 'word/document.xml'
const MAX_ENTRIES = 65_535
const MAX_BYTES = 512 * 1024 * 1024

/**
 * Reopens a DOCX: its XML must be well formed and have the document's letters.
 * @throws `output_wrong`
 */
export function proveDocx(path: string, model: DocumentModel): void {
  let found = 0
  try {
    const main = readZipEntry(path, readZipDirectory(path, MAX_ENTRIES), MAIN, MAX_BYTES)
    if (!main) throw new Error('The main part is missing.')
    const parser = new SaxesParser()
    let within = false
    parser.on('opentag', ({ name }) => {
      within = name === 'w:t'
    })
    parser.on('closetag', () => {
      within = false
    })
    parser.on('text', (text) => {
      if (within) found += letters(text)
    })
    parser.on('error', (error) => {
      throw error
    })
    parser.write(main.toString('utf8')).close()
  } catch {
    throw wrong()
  }
  let expected = 0
  for (const { runs } of paragraphsIn(model.pages.flatMap(flow))) expected += letters(textOf(runs))
  if (found !== expected) throw wrong()
}

const letters = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0

const wrong = () =>
  new EngineFailure(
    'output_wrong',
    sentence`The document could not be opened again. Try another target format.`,
  )
