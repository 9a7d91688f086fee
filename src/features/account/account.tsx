import type { User } from '../../api/account.ts'
import { PageFrame } from '../../ui/page-frame.tsx'
import { ConnectedPanel } from './connected-panel.tsx'
import { DataPanel } from './data-panel.tsx'
import { EmailPanel } from './email-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { ProfilePanel } from './profile-panel.tsx'

const COLUMN = 'grid min-w-0 content-start gap-4'

/** The account page: profile, sign-in and data. Two columns from 1280 px on. */
export function Account({ user }: { user: User }) {
  return (
    <PageFrame>
      <div className="grid max-w-read gap-4 xl:max-w-[81rem] xl:grid-cols-2">
        <div className={COLUMN}>
          <ProfilePanel user={user} />
          <EmailPanel user={user} />
        </div>
        <div className={COLUMN}>
          <PasswordPanel user={user} />
          <ConnectedPanel />
          <DataPanel user={user} />
        </div>
      </div>
    </PageFrame>
  )
}
