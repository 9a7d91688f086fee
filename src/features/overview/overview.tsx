import { PageFrame } from '../../ui/page-frame.tsx'
import { DropBar } from '../convert/index.ts'
import { CreditsPanel } from './credits-panel.tsx'
import { NeedsYou } from './needs-you.tsx'
import { Recent } from './recent.tsx'

/** Start something, see what is left, what went on lately, and what waits for you. */
export function Overview() {
  return (
    <>
      <div className="max-w-page px-4 pt-4 md:ps-6 md:pe-5">
        <DropBar />
      </div>
      <PageFrame side={<NeedsYou />}>
        <CreditsPanel />
        <Recent />
      </PageFrame>
    </>
  )
}
