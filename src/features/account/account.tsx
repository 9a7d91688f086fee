import type { User } from '../../api/account.ts'
import { PageFrame } from '../../ui/page-frame.tsx'
import { ConnectedPanel } from './connected-panel.tsx'
import { DataPanel } from './data-panel.tsx'
import { EmailPanel } from './email-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { ProfilePanel } from './profile-panel.tsx'

/** Who somebody is here, how they get in, and what is known of them. */
export function Account({ user }: { user: User }) {
  return (
    <PageFrame width="read">
      <ProfilePanel user={user} />
      <EmailPanel user={user} />
      <PasswordPanel user={user} />
      <ConnectedPanel />
      <DataPanel user={user} />
    </PageFrame>
  )
}
