import type { LedgerLine } from '../../../../api/billing.ts'
import { paths } from '../../../../paths.ts'

/** Where what caused an entry can be seen; null where there is no page, or it was removed. */
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
