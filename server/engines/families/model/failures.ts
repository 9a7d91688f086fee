import { EngineFailure } from '../../kernel/engine.ts'
import { sentence } from '../../kernel/sentence.ts'

export const damaged = (cause?: unknown) =>
  new EngineFailure(
    'source_damaged',
    sentence`The model could not be read: it is damaged or cut short. Export it again from the program that made it.`,
    { cause },
  )

export const unsupported = (cause?: unknown) =>
  new EngineFailure(
    'source_unsupported',
    sentence`The model is written in a way that cannot be read here. Export it again as glTF, OBJ or STL, and convert that.`,
    { cause },
  )

export const tooComplex = () =>
  new EngineFailure(
    'source_too_complex',
    sentence`The model holds more than can be converted in one piece. Simplify it, or split it into parts.`,
  )

export const empty = () =>
  new EngineFailure(
    'output_empty',
    sentence`There are no surfaces in the model, so there is nothing to convert. Check that it shows something elsewhere.`,
  )

export const wrong = (cause?: unknown) =>
  new EngineFailure(
    'output_wrong',
    sentence`The result did not hold the same model when it was opened again. Try another target format.`,
    { cause },
  )
