import type { ConvertRow } from './rows.ts'

/** What every operation that opens encrypted files calls the option. */
const NAME = 'password'

/** The option that opens an encrypted source; null where the operation takes none. */
export function passwordOption({ operation }: Pick<ConvertRow, 'operation'>): string | null {
  const properties: unknown = operation?.options.properties
  return typeof properties === 'object' && properties !== null && NAME in properties ? NAME : null
}
