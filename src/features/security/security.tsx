import type { User } from '../../api/account.ts'
import { PageFrame } from '../../ui/page-frame.tsx'
import { BackupCodesPanel } from './backup-codes-panel.tsx'
import { useFactorParam } from './dialog-param.ts'
import { LatelyPanel } from './lately-panel.tsx'
import { ManageDialog } from './manage-dialog.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { SetUpDialog } from './set-up-dialog.tsx'
import { StrengthPanel } from './strength-panel.tsx'
import { TrustedDevicesPanel } from './trusted-devices-panel.tsx'

/** How the account is kept, where it is open, and what happened to it lately. */
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
          <LatelyPanel />
        </>
      }
    >
      <StrengthPanel user={user} />
      <SessionsPanel />
      {settingUp && <SetUpDialog key={settingUp} method={settingUp} onClose={closeSetUp} />}
      {managed && <ManageDialog method={managed} onClose={closeManage} />}
    </PageFrame>
  )
}
