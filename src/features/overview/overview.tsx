import { PageFrame } from '../../ui/page-frame.tsx'
import { DropBar } from '../convert/index.ts'
import { CreditsPanel } from './credits-panel.tsx'
import { NeedsYou } from './needs-you.tsx'
import { Recent } from './recent.tsx'

/** Start something, see what is left, what went on lately, and what waits for you. */
export function Overview() {
  return (
    <PageFrame side={<NeedsYou />}>
      <DropBar />
      <CreditsPanel />
      <Recent />
    </PageFrame>
  )
}
