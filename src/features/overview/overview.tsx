import { PageFrame } from '../../ui/page-frame.tsx'
import { DropBar } from '../convert/queue/index.ts'
import { Meters } from './meters.tsx'
import { NeedsYou } from './needs-you.tsx'
import { Recent } from './recent.tsx'
import { Trend } from './trend.tsx'

/** Ways to start, what is left, recent conversions, and what needs attention. */
export function Overview() {
  return (
    <>
      <div className="grid max-w-page gap-4 px-4 pt-4 md:ps-6 md:pe-5">
        <DropBar />
        <Meters />
      </div>
      <PageFrame side={<NeedsYou />}>
        <Trend />
        <Recent />
      </PageFrame>
    </>
  )
}
