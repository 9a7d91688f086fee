import { useLingui } from '@lingui/react/macro'
import { KeyRoundIcon, LockIcon, LockOpenIcon, ShieldXIcon } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '../../../api/account.ts'
import {
  type Account,
  useLockAccount,
  useResetSecondFactor,
  useSendPasswordLink,
  useUnlockAccount,
} from '../../../api/admin-acts.ts'
import { Button } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { useConfirmAct } from '../../problems/index.ts'
import { ReasonDialog } from '../reason-dialog.tsx'

/** The minimum length of a description of how a person was identified. */
const CHECKED_LEAST = 10

/** An administrator's actions for an account. Locking or resetting one's own is not possible. */
export function AccountActs({ account }: { account: Account }) {
  const { t } = useLingui()
  const { data: me } = useSession()
  const [open, setOpen] = useState<'lock' | 'unlock' | 'reset' | null>(null)
  const close = () => setOpen(null)
  const isOwn = me?.id === account.account_id
  return (
    <Panel title={t`Actions`}>
      <div className="grid gap-2">
        {account.state === 'locked' ? (
          <Button icon={LockOpenIcon} disabled={isOwn} onClick={() => setOpen('unlock')}>
            {t`Unlock account`}
          </Button>
        ) : (
          <Button icon={LockIcon} variant="danger" disabled={isOwn} onClick={() => setOpen('lock')}>
            {t`Lock account`}
          </Button>
        )}
        <Button
          icon={ShieldXIcon}
          variant="danger"
          disabled={isOwn || account.factors.length === 0}
          onClick={() => setOpen('reset')}
        >
          {t`Reset second factor`}
        </Button>
        <PasswordLinkButton account={account} />
      </div>
      {isOwn && (
        <p className="mt-3 text-small text-ink-soft">
          {t`This is your own account. Another administrator can lock it or reset its second factor.`}
        </p>
      )}
      {open === 'lock' && <LockDialog account={account} onClose={close} />}
      {open === 'unlock' && <UnlockDialog account={account} onClose={close} />}
      {open === 'reset' && <ResetDialog account={account} onClose={close} />}
    </Panel>
  )
}

function PasswordLinkButton({ account: { account_id, username, email } }: { account: Account }) {
  const { t } = useLingui()
  const confirm = useConfirmAct()
  const send = useSendPasswordLink(account_id)
  const ask = () =>
    confirm({
      title: t`Send a password reset link to ${username}?`,
      body: t`The link goes to ${email} and works for an hour. The current password works until a new one is set.`,
      act: t`Send link`,
      verb: t`Sending`,
      run: async () => {
        await send.mutateAsync()
        showToast({ text: t`Password reset link sent to ${username}` })
      },
    })
  return (
    <Button icon={KeyRoundIcon} onClick={ask}>
      {t`Send password reset link`}
    </Button>
  )
}

interface ActDialogProps {
  account: Account
  onClose: () => void
}

function LockDialog({ account: { account_id, username }, onClose }: ActDialogProps) {
  const { t } = useLingui()
  return (
    <ReasonDialog
      title={t`Lock ${username}?`}
      description={t`All sessions are signed out. API keys, share links, signing links and webhooks stop. Submitted conversions still finish, and files are kept.`}
      help={t`Sent to the person by e-mail and kept in the audit log.`}
      act={useLockAccount(account_id)}
      button={t`Lock account`}
      verb={t`Locking`}
      done={t`${username} locked`}
      danger
      onClose={onClose}
    />
  )
}

function UnlockDialog({ account: { account_id, username }, onClose }: ActDialogProps) {
  const { t } = useLingui()
  return (
    <ReasonDialog
      title={t`Unlock ${username}?`}
      description={t`The person can sign in again. API keys, links and webhooks work again.`}
      help={t`Kept in the audit log.`}
      act={useUnlockAccount(account_id)}
      button={t`Unlock account`}
      verb={t`Unlocking`}
      done={t`${username} unlocked`}
      onClose={onClose}
    />
  )
}

function ResetDialog({ account: { account_id, username }, onClose }: ActDialogProps) {
  const { t } = useLingui()
  return (
    <ReasonDialog
      title={t`Reset the second factor of ${username}?`}
      description={t`Second factors, backup codes and trusted devices are removed, and all sessions are signed out. The next sign-in asks for the password only. Identify the person first, as the operating guide describes.`}
      label={t`How was the person identified?`}
      help={t`At least ${CHECKED_LEAST} characters. Kept in the audit log.`}
      least={CHECKED_LEAST}
      act={useResetSecondFactor(account_id)}
      button={t`Reset second factor`}
      verb={t`Resetting`}
      done={t`Second factor of ${username} reset`}
      danger
      onClose={onClose}
    />
  )
}
