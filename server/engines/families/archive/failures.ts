import { EngineFailure } from '../../kernel/engine.ts'
import { sentence } from '../../kernel/sentence.ts'

export const damaged = (cause?: unknown) =>
  new EngineFailure(
    'source_damaged',
    sentence`The archive is damaged or cut short. Download it again, or check that it opens elsewhere.`,
    { cause },
  )

export const wrongPassword = () =>
  new EngineFailure(
    'source_encrypted',
    sentence`The password is wrong. Enter the password of this file and convert again.`,
  )

export const unpacksTooLarge = () =>
  new EngineFailure(
    'source_too_complex',
    sentence`The archive expands to far more than its size suggests, so it was not opened. Unpack it on your computer and compress it again.`,
  )

/** `most` in bytes. */
export const tooLarge = (most: number) =>
  new EngineFailure(
    'source_too_complex',
    sentence`The archive unpacks to more than ${Math.round(most / 1e6)} MB, which is the most that can be converted. Split it into parts.`,
  )

export const tooMany = (most: number) =>
  new EngineFailure(
    'source_too_complex',
    sentence`The archive holds more than ${most.toLocaleString('en-US')} files and folders, which is the most that can be converted. Split it into parts.`,
  )

export const emptyArchive = () =>
  new EngineFailure('source_empty', sentence`The archive contains no usable files. Choose another archive.`)

export const wrongResult = (cause?: unknown) =>
  new EngineFailure(
    'output_wrong',
    sentence`The result did not hold the same files when it was opened again. Try another target format.`,
    { cause },
  )
