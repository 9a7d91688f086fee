import type { SigningSession } from '../../../api/signing.ts'
import { PageFrame } from '../../../ui/page-frame.tsx'
import { AuditPanel } from './audit-panel.tsx'
import { DocumentPanel } from './document-panel.tsx'
import { PeoplePanel } from './people-panel.tsx'
import { SessionDetails } from './session-details.tsx'
import { SessionDialogs } from './session-dialogs.tsx'
import { Standing } from './session-standing.tsx'

/** A signature request: its state, recipients, and audit log. */
export function SessionDetail({ session }: { session: SigningSession }) {
  return (
    <PageFrame
      wideSide
      side={
        <>
          <DocumentPanel session={session} />
          <SessionDetails session={session} />
        </>
      }
    >
      <Standing session={session} />
      <PeoplePanel session={session} />
      <AuditPanel session={session} />
      <SessionDialogs sessions={[session]} />
    </PageFrame>
  )
}
