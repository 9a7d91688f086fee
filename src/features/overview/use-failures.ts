import type { Conversion } from '../../api/history.ts'
import { useRecentConversions } from '../../api/history.ts'
import { useOverviewChoices } from '../../stores/overview-choices.ts'

/** The number of failed conversions that are loaded, and of those that are listed. */
const READ = 30
const LISTED = 5

/** Whether the original is still stored; otherwise a retry is not possible. */
export const isActionable = ({ s3_key, expires_at }: Conversion, now = Date.now()): boolean =>
  s3_key !== null && (expires_at === null || Date.parse(expires_at) > now)

/** Recent failures that are neither dismissed nor expired. */
export function useFailures() {
  const query = useRecentConversions({ status: 'failed', page_size: READ })
  const dismissed = useOverviewChoices((state) => state.dismissed)
  const all = (query.data?.results ?? []).filter(
    (one) => isActionable(one) && !dismissed.includes(one.conversion_id),
  )
  return { ...query, failures: all.slice(0, LISTED), count: all.length }
}
