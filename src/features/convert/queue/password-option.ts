import type { ConvertRow } from './rows.ts'

/** The option's name in every operation that opens encrypted files. */
const NAME = 'password'

/** The option for the password of an encrypted source; null if the operation has none. */
export function passwordOption({ operation }: Pick<ConvertRow, 'operation'>): string | null {
  const properties: unknown = operation?.options.properties
  return typeof properties === 'object' && properties !== null && NAME in properties ? NAME : null
}
