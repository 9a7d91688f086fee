import type { Share } from '../../../api/shares.ts'
import { PageFrame } from '../../../ui/page-frame.tsx'
import { EventLog } from './event-log.tsx'
import { LinkPanel } from './link-panel.tsx'
import { ShareDialogs } from './share-dialogs.tsx'
import { Facts, Standing } from './share-parts.tsx'

/** One link: the link itself, its state, its protections and its activity. */
export function ShareDetail({ share }: { share: Share }) {
  return (
    <PageFrame side={<Facts share={share} />}>
      <LinkPanel share={share} />
      <Standing share={share} />
      <EventLog id={share.link_id} />
      <ShareDialogs shares={[share]} />
    </PageFrame>
  )
}
