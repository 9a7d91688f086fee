import type { Demands } from '../../engines/kernel/engine.ts'
import type { TransactionPlatform } from '../transaction.ts'

/** The requirements of a conversion on its worker; null if no known worker meets them. */
export function demandsOf(
  { engines }: Pick<TransactionPlatform, 'engines'>,
  row: { operation: string; sourceFormat: string; targetFormat: string },
): Demands | null {
  const operation = engines
    .operations({ from: row.sourceFormat, to: row.targetFormat })
    .find((one) => one.operation === row.operation)
  return operation ? engines.demands(operation) : null
}
