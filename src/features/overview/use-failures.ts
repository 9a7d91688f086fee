import type { Conversion } from '../../api/history.ts'
import { useRecentConversions } from '../../api/history.ts'
import { useOverviewChoices } from '../../stores/overview-choices.ts'

/** Failed conversions that are looked through, and those of them that are listed. */
const READ = 30
const LISTED = 5

/**
 * Whether a person can still act on it: the original is kept. Nothing can be retried once that has
 * expired.
 */
export const isActionable = ({ s3_key, expires_at }: Conversion, now = Date.now()): boolean =>
  s3_key !== null && (expires_at === null || Date.parse(expires_at) > now)

/** Recent failures that were neither dismissed nor have expired. */
export function useFailures() {
  const query = useRecentConversions({ status: 'failed', page_size: READ })
  const dismissed = useOverviewChoices((state) => state.dismissed)
  const all = (query.data?.results ?? []).filter(
    (one) => isActionable(one) && !dismissed.includes(one.conversion_id),
  )
  return { ...query, failures: all.slice(0, LISTED), count: all.length }
}
