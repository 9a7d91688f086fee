import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { Link } from 'react-router'
import { type FactorKind, type MfaStatus, useMfaStatus, useRemoveFactor } from '../../../api/mfa.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../ui/dialog.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { useConfirmAct } from '../../problems/index.ts'
import { FACTOR_NAMES } from './factor-labels.ts'
import { useEndOthers } from './use-end-others.ts'
import { useWhen } from './use-when.ts'

/** The details of a second factor, with buttons to replace or remove it. */
export default function ManageDialog({ method, onClose }: { method: FactorKind; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const { day, lineMoment } = useWhen()
  const { data: status } = useMfaStatus()
  const remove = useRemove(onClose)
  const safe = useRef<HTMLButtonElement>(null)
  const factor = status?.factors.find((one) => one.method === method)
  if (!status || !factor) return null
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={i18n._(FACTOR_NAMES[method])}
      initialFocus={safe}
      foot={
        <>
          <Button variant="danger" className="me-auto" onClick={() => remove(method, status)}>
            {t`Remove`}
          </Button>
          {method !== 'email' && (
            <Button render={<Link to={paths.security({ 'set-up': method })} replace />}>
              {method === 'totp' ? t`Replace app` : t`Change number`}
            </Button>
          )}
          <DialogClose render={<Button ref={safe}>{t`Close`}</Button>} />
        </>
      }
    >
      <FactList
        facts={[
          { name: t`Codes sent to`, value: factor.target ?? '', own: true },
          { name: t`Added`, value: day(factor.added_at) },
          { name: t`Last used`, value: factor.last_used_at ? lineMoment(factor.last_used_at) : t`Never` },
        ]}
      />
      {method === 'totp' && (
        <p className="mt-3 text-small text-ink-soft">
          {t`A new app gets a new secret. The current one works until you confirm the new one.`}
        </p>
      )}
    </Dialog>
  )
}

function useRemove(onClose: () => void) {
  const { t, i18n } = useLingui()
  const confirm = useConfirmAct()
  const { offer } = useEndOthers()
  const { mutateAsync } = useRemoveFactor()
  return (method: FactorKind, { factors }: MfaStatus) => {
    const name = i18n._(FACTOR_NAMES[method])
    const rest = factors.filter((one) => one.method !== method)
    // Text messages cannot be the only method: the server removes them too.
    const onlySms = rest.length === 1 && rest[0]?.method === 'sms'
    const consequence =
      rest.length === 0
        ? t`This is your last verification method. Backup codes and trusted devices are removed too, and your password alone will sign you in.`
        : onlySms
          ? t`Text messages, backup codes and trusted devices are removed too, because text messages alone are too weak. Your password alone will sign you in.`
          : t`You won’t be asked for it when you sign in. Your other methods stay.`
    onClose()
    confirm({
      title: t`Remove “${name}”?`,
      body: consequence,
      keep: t`Keep`,
      act: t`Remove`,
      verb: t`Removing`,
      run: async () => {
        await mutateAsync(method)
        offer(t`“${name}” removed.`)
      },
    })
  }
}
