import { EngineFailure } from '../../kernel/engine.ts'
import { sentence } from '../../kernel/sentence.ts'

export const damagedBook = (cause?: unknown) =>
  new EngineFailure(
    'source_damaged',
    sentence`The book is damaged or cut short. Download or export it again, then try once more.`,
    { cause },
  )

export const protectedBook = () =>
  new EngineFailure(
    'source_encrypted',
    sentence`The book is protected by the shop that sold it (DRM) and can’t be opened here. Choose a book without protection.`,
  )

export const tooLargeBook = () =>
  new EngineFailure(
    'source_too_complex',
    sentence`The book unpacks to far more than a book holds, so it was not opened. Export it again from the program that made it.`,
  )
