import { EngineFailure } from '../../kernel/engine.ts'
import { nested, type Sentence, sentence } from '../../kernel/sentence.ts'

/** The error for inconsistent font data; `why` gives the details. */
export const damaged = (why: Sentence = sentence`The font is damaged or cut short.`) =>
  new EngineFailure('source_damaged', sentence`${nested(why)} Export or download it again.`)

export const tooLarge = () =>
  new EngineFailure(
    'source_too_complex',
    sentence`The font unpacks to far more than a font needs, so it was not opened. Save it again from the program that made it.`,
  )

export const wrongOutput = () =>
  new EngineFailure(
    'output_wrong',
    sentence`The converted font differs from its source, so it was discarded. Try another target format.`,
  )
