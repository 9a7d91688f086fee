import { lazy, Suspense } from 'react'
import type { User } from '../../../api/account.ts'
import { PageFrame } from '../../../ui/page-frame.tsx'
import { BackupCodesPanel } from './backup-codes-panel.tsx'
import { useFactorParam } from './dialog-param.ts'
import { RecentActivityPanel } from './recent-activity-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { StrengthPanel } from './strength-panel.tsx'
import { TrustedDevicesPanel } from './trusted-devices-panel.tsx'

const SetUpDialog = lazy(() => import('./set-up-dialog.tsx'))
const ManageDialog = lazy(() => import('./manage-dialog.tsx'))

/** How the account is secured, where it is signed in, and its recent activity. */
export function Security({ user }: { user: User }) {
  const [settingUp, closeSetUp] = useFactorParam('set-up')
  const [managed, closeManage] = useFactorParam('manage')
  return (
    <PageFrame
      wideSide
      side={
        <>
          <BackupCodesPanel />
          <TrustedDevicesPanel />
          <RecentActivityPanel />
        </>
      }
    >
      <StrengthPanel user={user} />
      <SessionsPanel />
      <Suspense>
        {settingUp && <SetUpDialog key={settingUp} method={settingUp} onClose={closeSetUp} />}
        {managed && <ManageDialog method={managed} onClose={closeManage} />}
      </Suspense>
    </PageFrame>
  )
}
