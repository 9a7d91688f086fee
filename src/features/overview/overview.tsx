import { useState } from 'react'
import { useUsageSummary } from '../../api/usage.ts'
import { deferred, useDeferred } from '../../ui/deferred.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { DropBar } from '../convert/queue/index.ts'
import { Attention } from './attention.tsx'
import { Meters } from './meters.tsx'
import { Recent } from './recent.tsx'
import { Trend } from './trend.tsx'

const FIRST_DAY = deferred(async () => (await import('./first-day.tsx')).FirstDay)

/**
 * Ways to start, meters, recent conversions, and the attention list; before the first conversion,
 * the first steps.
 */
export function Overview() {
  const { data } = useUsageSummary()
  // Stays until the page is left, so that a sample's completion does not remove its result.
  const [isFirst, setFirst] = useState(false)
  if (!isFirst && data?.all_time.conversions === 0) setFirst(true)
  const FirstDay = useDeferred(FIRST_DAY, isFirst)
  if (isFirst) return FirstDay && <FirstDay />
  return (
    <>
      <div className="grid max-w-page gap-4 px-4 pt-4 md:ps-6 md:pe-5">
        <DropBar />
        <Meters />
      </div>
      <PageFrame side={<Attention />} wideSide>
        <Trend />
        <Recent />
      </PageFrame>
    </>
  )
}
