import { EngineFailure } from '../../kernel/engine.ts'
import { nested, type Sentence, sentence } from '../../kernel/sentence.ts'

/** `where` gives the problem and its position: "line 3: a comma is missing". */
export const malformed = (format: string, where: string) =>
  new EngineFailure(
    'source_damaged',
    sentence`The ${format} can't be read: ${where.replace(/\s+/g, ' ').slice(0, 200)}. Correct the file and convert again.`,
  )

export const damaged = (format: string, cause?: unknown) =>
  new EngineFailure(
    'source_damaged',
    sentence`The ${format} file is damaged or cut short. Export it again, or check that it opens elsewhere.`,
    { cause },
  )

/** `why` names the exceeded quantity. */
export const tooComplex = (why: Sentence) =>
  new EngineFailure(
    'source_too_complex',
    sentence`${nested(why)} That is more than can be converted. Split it into parts.`,
  )

/** Entity definitions can expand exponentially. */
export const hasDoctype = () =>
  new EngineFailure(
    'source_too_complex',
    sentence`The file has a document type declaration. Remove it, and convert the file again.`,
  )

export const noTable = (name: string, names: readonly string[]) =>
  new EngineFailure(
    'option_refused',
    sentence`The database has no table "${name}". It has: ${names.slice(0, 20).join(', ').slice(0, 300)}. Enter one of these, or none for all.`,
  )

export const noData = () =>
  new EngineFailure('source_empty', sentence`The file contains no data. Choose another file.`)
