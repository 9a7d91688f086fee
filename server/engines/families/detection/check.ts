import { statSync } from 'node:fs'
import { withArticle } from '../../kernel/article.ts'
import { EngineFailure } from '../../kernel/engine.ts'
import { formatNamed } from '../../kernel/formats.ts'
import type { Limits } from '../../kernel/limits.ts'
import { sentence } from '../../kernel/sentence.ts'
import { checkZip, looksZipped } from '../../kernel/source/zip.ts'
import { ARCHIVES } from '../archive/formats.ts'
import { COMICS } from '../comic/formats.ts'
import { detectFormat, TEXT_FORMATS } from './detect.ts'

/**
 * Checks a source before an engine opens it: not empty, content of `format`, no archive bomb.
 * @throws EngineFailure with the code and the sentence for the user
 */
export async function checkSource(path: string, format: string, limits: Limits): Promise<void> {
  const { size } = statSync(path)
  if (size === 0)
    throw new EngineFailure('source_empty', sentence`The file is empty. Choose a file with something in it.`)
  const label = formatNamed(format)?.label ?? format.toUpperCase()
  const found = await detectFormat({ path, filename: `source.${extensionFor(format)}` })
  if (!found) {
    throw new EngineFailure(
      'source_damaged',
      sentence`The file is damaged, or it is not ${withArticle(label)} file at all. Check that it opens elsewhere.`,
    )
  }
  if (found.format !== format && !(TEXT_FORMATS.has(found.format) && TEXT_FORMATS.has(format))) {
    throw new EngineFailure(
      'source_damaged',
      sentence`The file is not ${withArticle(label)} file: its content says ${found.label}. Convert it as ${found.label}, or choose another file.`,
    )
  }
  // A model may be a ZIP with textures, so every ZIP is checked. Archives may have links and
  // passwords; their engine checks them.
  const isArchive = ARCHIVES.includes(format) || format in COMICS
  if (looksZipped(path) && !isArchive) checkZip(path, limits)
  if (TEXT_FORMATS.has(format) && size > limits.textBytes) {
    throw new EngineFailure(
      'source_too_complex',
      sentence`The text is too long to convert in one piece. Split it into parts.`,
    )
  }
}

/** An extension that belongs to exactly this format, so that the name agrees. */
function extensionFor(format: string): string {
  return format === 'gfm' ? 'md' : (formatNamed(format)?.extensions[0] ?? format)
}
