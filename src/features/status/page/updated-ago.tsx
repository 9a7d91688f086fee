import { Trans } from '@lingui/react/macro'
import { formatSeconds } from '../../../lib/format-duration.ts'
import { useNow } from '../../../lib/use-now.ts'

/** "Updated 20 s ago"; counts up until new data arrives. */
export function UpdatedAgo({ at }: { at: number }) {
  const ago = formatSeconds(Math.max(0, useNow() - at) / 1000)
  return <Trans>Updated {ago} ago</Trans>
}
