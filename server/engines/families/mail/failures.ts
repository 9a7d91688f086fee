import { EngineFailure } from '../../kernel/engine.ts'
import { sentence } from '../../kernel/sentence.ts'

/** `kind` is the type of encryption: `S/MIME`, `PGP`. */
export const encryptedMessage = (kind: string) =>
  new EngineFailure(
    'source_encrypted',
    sentence`The message is encrypted with ${kind} and can’t be opened here. Decrypt it in the mail program, save it and convert that file.`,
  )

export const damagedMessage = (cause?: unknown) =>
  new EngineFailure(
    'source_damaged',
    sentence`The message is damaged or cut short. Save it again from the mail program, then try once more.`,
    { cause },
  )
