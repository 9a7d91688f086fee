import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import type { User } from '../../../api/account.ts'
import type { FactorKind } from '../../../api/mfa.ts'
import { useMedia } from '../../../lib/use-media.ts'
import { PageFrame } from '../../../ui/page-frame.tsx'
import { BackupCodesPanel } from './backup-codes-panel.tsx'
import { RecentActivityPanel } from './recent-activity-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { StrengthPanel } from './strength-panel.tsx'
import { TrustedDevicesPanel } from './trusted-devices-panel.tsx'

const KINDS: readonly FactorKind[] = ['totp', 'email', 'sms']

/** A factor's dialog, which the URL opens: Back closes it, and it can be linked to. */
function useFactorParam(name: 'set-up' | 'manage'): [FactorKind | null, () => void] {
  const [search, setSearch] = useSearchParams()
  const kind = KINDS.find((one) => one === search.get(name)) ?? null
  const close = () =>
    setSearch(
      (now) => {
        now.delete(name)
        return now
      },
      { replace: true },
    )
  return [kind, close]
}

const SetUpDialog = lazy(() => import('./set-up-dialog.tsx'))
const ManageDialog = lazy(() => import('./manage-dialog.tsx'))

/** The account's protection, its sessions, and its recent activity. */
export function Security({ user }: { user: User }) {
  const threeColumns = useMedia('(min-width: 120rem)')
  const [settingUp, closeSetUp] = useFactorParam('set-up')
  const [managed, closeManage] = useFactorParam('manage')
  return (
    <PageFrame
      wideSide
      side={
        <>
          <BackupCodesPanel />
          <TrustedDevicesPanel />
          {!threeColumns && <RecentActivityPanel />}
        </>
      }
    >
      <div className="grid items-start gap-4 2xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <StrengthPanel user={user} />
        <div className="grid min-w-0 gap-4">
          <SessionsPanel />
          {threeColumns && <RecentActivityPanel />}
        </div>
      </div>
      <Suspense>
        {settingUp && <SetUpDialog key={settingUp} method={settingUp} onClose={closeSetUp} />}
        {managed && <ManageDialog method={managed} onClose={closeManage} />}
      </Suspense>
    </PageFrame>
  )
}
