import { EngineFailure } from '../../kernel/engine.ts'
import { sentence } from '../../kernel/sentence.ts'

export const noPages = () =>
  new EngineFailure(
    'source_damaged',
    sentence`The PDF has no pages that can be read. Export or download it again.`,
  )

export const damaged = () =>
  new EngineFailure(
    'source_damaged',
    sentence`The PDF is damaged and could not be opened. Export or download it again.`,
  )
