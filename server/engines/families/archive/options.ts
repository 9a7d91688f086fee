import { z } from 'zod'
import { PASSWORD } from '../unlock/unlock.ts'
import { LOCKED_ARCHIVES, NAMED_IN_BYTES } from './formats.ts'
import { NAME_ENCODINGS } from './zip-names.ts'

const ENCODING = z
  .enum(NAME_ENCODINGS)
  .default('auto')
  .meta({ title: 'File name encoding', description: 'For names that do not state their encoding.' })

/** What can be set for a source: a password where it may have one, the encoding of names where they don't state it. */
export function archiveOptions(format: string) {
  return z.strictObject({
    ...((LOCKED_ARCHIVES as readonly string[]).includes(format) && { password: PASSWORD }),
    ...((NAMED_IN_BYTES as readonly string[]).includes(format) && { name_encoding: ENCODING }),
  })
}
