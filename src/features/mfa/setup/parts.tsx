import { useLingui } from '@lingui/react/macro'
import { KeyRoundIcon, ListChecksIcon, MailCheckIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type User, useSendVerification } from '../../../api/account.ts'
import type { FactorKind, MfaSecurity, MfaStatus, ScorePart } from '../../../api/mfa.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { paths } from '../../../paths.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { useProblemWords } from '../../problems/index.ts'
import { BackupDetails } from './backup-details.tsx'
import { FACTOR_ICONS, FACTOR_NAMES } from './factor-labels.ts'
import { PartRow } from './part-row.tsx'
import type { NextStep } from './score.ts'
import { useRenewCodes } from './use-renew-codes.ts'
import { useWhen } from './use-when.ts'

type PartsProps = { user: User; status: MfaStatus; security: MfaSecurity; step: NextStep | null }

/** The parts of the score. Only the best next step has a primary button. */
export function Parts({ user, status, security, step }: PartsProps) {
  const { t, i18n } = useLingui()
  const renew = useRenewCodes()
  const variantOf = (part: ScorePart['part']) => (step?.part === part ? 'primary' : 'second')
  const scored = (part: ScorePart['part']) => {
    const { points, earned } = security.score.find((one) => one.part === part) ?? { points: 0, earned: false }
    const many = formatNumber(points, i18n.locale)
    const text = earned ? t`${many} points` : t`+${many} points`
    return { points, earned, text, locale: i18n.locale }
  }
  const factor = (method: FactorKind, missing: string): ReactNode => (
    <FactorRow
      method={method}
      status={status}
      missing={missing}
      variant={variantOf(method)}
      scored={scored(method)}
    />
  )
  const codes = status.backup_codes_count

  return (
    <ul className="divide-y divide-line border-t border-line">
      <PartRow
        icon={KeyRoundIcon}
        name={t`Password`}
        facts={
          user.has_password
            ? t`Not a commonly used password`
            : t`You sign in with a provider. A password is a second way to sign in`
        }
        {...scored('password')}
        button={
          <Button size={28} variant={variantOf('password')} render={<Link to={paths.account()} />}>
            {user.has_password ? t`Change` : t`Set`}
          </Button>
        }
      />
      {factor('totp', t`Works offline`)}
      {factor('email', t`Codes sent to ${user.email}`)}
      <PartRow
        icon={ListChecksIcon}
        name={t`Backup codes`}
        badge={
          status.is_enabled &&
          codes <= 3 && <Badge tone="warn">{codes > 0 ? t`Running low` : t`None left`}</Badge>
        }
        facts={<BackupDetails status={status} />}
        {...scored('backup_codes')}
        button={
          status.is_enabled && (
            <Button size={28} variant={variantOf('backup_codes')} onClick={renew}>
              {t`Renew`}
            </Button>
          )
        }
      />
      {factor('sms', t`Less secure than an app: numbers can be hijacked`)}
      <PartRow
        icon={MailCheckIcon}
        name={user.email_verified ? t`E-mail address confirmed` : t`Confirm e-mail address`}
        facts={<span translate="no">{user.email}</span>}
        {...scored('verified_email')}
        button={
          !user.email_verified && (
            <ConfirmEmailButton variant={variantOf('verified_email')} email={user.email} />
          )
        }
      />
    </ul>
  )
}

type FactorRowProps = {
  method: FactorKind
  status: MfaStatus
  /** Shown while it is not set up. */
  missing: string
  variant: 'primary' | 'second'
  scored: { points: number; earned: boolean; text: string; locale: string }
}

function FactorRow({ method, status, missing, variant, scored }: FactorRowProps) {
  const { t, i18n } = useLingui()
  const { day, moment } = useWhen()
  const factor = status.factors.find((one) => one.method === method)
  const added = factor && day(factor.added_at)
  const used = factor?.last_used_at ? moment(factor.last_used_at) : null
  const name = i18n._(FACTOR_NAMES[method])
  // Too weak as the only method, so the server refuses it.
  const tooWeak = method === 'sms' && !status.factors.some((one) => one.method !== 'sms')
  return (
    <PartRow
      icon={FACTOR_ICONS[method]}
      name={name}
      badge={factor && status.factors[0] === factor && <Badge tone="ok">{t`Default`}</Badge>}
      facts={
        !factor ? (
          missing
        ) : (
          <>
            {factor.target && (
              <>
                <bdi translate="no">{factor.target}</bdi>
                {'. '}
              </>
            )}
            {used ? t`Added ${added}, last used ${used}` : t`Added ${added}, not used yet`}
          </>
        )
      }
      {...scored}
      button={
        factor ? (
          <Button
            size={28}
            aria-label={t`Manage ${name}`}
            render={<Link to={paths.security({ manage: method })} />}
          >
            {t`Manage`}
          </Button>
        ) : tooWeak ? (
          <Button
            size={28}
            aria-label={t`Add ${name}`}
            disabled
            reason={t`Add an app or e-mail codes first.`}
          >
            {t`Add`}
          </Button>
        ) : (
          <Button
            size={28}
            aria-label={t`Add ${name}`}
            variant={variant}
            render={<Link to={paths.security({ 'set-up': method })} />}
          >
            {t`Add`}
          </Button>
        )
      }
    />
  )
}

/** Sends the confirmation link for the e-mail address. */
function ConfirmEmailButton({ variant, email }: { variant: 'primary' | 'second'; email: string }) {
  const { t } = useLingui()
  const words = useProblemWords()
  const { mutate, isPending, isSuccess } = useSendVerification()
  const send = () =>
    mutate(undefined, {
      onSuccess: () => showToast({ text: t`We sent a link to ${email}. Open it to confirm the address.` }),
      onError: (error) => showToast({ kind: 'error', text: words(error) }),
    })
  return (
    <Button
      size={28}
      variant={isSuccess ? 'second' : variant}
      onClick={send}
      working={isPending}
      verb={t`Sending`}
    >
      {isSuccess ? t`Send again` : t`Confirm`}
    </Button>
  )
}
