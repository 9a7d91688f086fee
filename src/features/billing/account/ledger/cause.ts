import type { LedgerLine } from '../../../../api/billing.ts'
import { paths } from '../../../../paths.ts'

/** The page of an entry's cause; null if there is none, or it was deleted. */
export function causePath({ source, reference, cause, kind }: LedgerLine): string | null {
  if (!cause) return null
  switch (source) {
    case 'conversion':
      return paths.conversion(reference)
    case 'pipeline_run':
      return paths.pipelineRun(cause.parent_id ?? reference)
    case 'pack':
    case 'plan':
      return kind === 'expire' ? null : paths.billing('purchases')
    default:
      return null
  }
}
