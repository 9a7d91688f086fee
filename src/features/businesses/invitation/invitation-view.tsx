import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { ApiError, toApiError } from '../../../api/errors.ts'
import { getInvitation, type Invitation } from '../../../api/invitations.ts'
import { formatDate } from '../../../lib/format-date.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../sign-in/index.ts'
import { ROLE_SENTENCES, ROLE_WORDS } from '../labels/index.ts'
import { InvitationAnswer } from './invitation-answer.tsx'

/** The invitation: business, sender and role, with the actions to respond. */
export function InvitationView({ token }: { token: string | null }) {
  const { t, i18n } = useLingui()
  const [invitation, setInvitation] = useState<Invitation | null>(null)
  const [error, setError] = useState<ApiError | null>(() =>
    token === null ? new ApiError('not_found', 404) : null,
  )
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further try asks again
  useEffect(() => {
    if (token === null) return
    let gone = false
    getInvitation(token).then(
      (found) => {
        if (gone) return
        setInvitation(found)
        setError(null)
      },
      (thrown: unknown) => gone || setError(toApiError(thrown)),
    )
    return () => {
      gone = true
    }
  }, [token, tries])

  if (error && (error.code === 'not_found' || error.code === 'link_expired'))
    return (
      <div className="mt-5 grid justify-items-start gap-4">
        <p role="alert" className="text-ink-soft">
          <Trans>
            This invitation is no longer valid: it was answered, revoked or replaced, or it has expired. Ask
            the person who invited you to resend it.
          </Trans>
        </p>
        <Link className="link" to={paths.overview()}>
          <Trans>Go to the dashboard</Trans>
        </Link>
      </div>
    )
  if (error)
    return (
      <div className="mt-5 grid justify-items-start gap-4">
        <FormError error={error} />
        <Button size={36} className="min-h-11 text-read" onClick={() => setTries(tries + 1)}>
          <Trans>Retry</Trans>
        </Button>
      </div>
    )
  if (!invitation || token === null)
    return <p role="status" className="mt-5 text-ink-soft">{t`Loading invitation`}</p>
  const { business, role, invited_by, email, expires_at } = invitation
  const roleName = i18n._(ROLE_WORDS[role])
  const end = formatDate(new Date(expires_at), { locale: i18n.locale })
  return (
    <div className="mt-5 grid gap-5">
      <div>
        <p>
          {invited_by ? (
            <Trans>
              <strong translate="no" className="font-medium wrap-anywhere">
                {invited_by}
              </strong>{' '}
              invites you to the business
            </Trans>
          ) : (
            <Trans>You’re invited to the business</Trans>
          )}{' '}
          <strong translate="no" className="font-medium wrap-anywhere">
            {business.name}
          </strong>
          .
        </p>
        <dl className="mt-4 divide-y divide-line rounded-sheet border border-line-strong bg-surface text-body">
          <Fact name={t`Role`} value={roleName} note={i18n._(ROLE_SENTENCES[role])} />
          <Fact name={t`Verified`} value={business.is_verified ? t`Yes` : t`No`} />
          <Fact name={t`Invited e-mail address`} value={email} own />
          <Fact name={t`Valid until`} value={end} />
        </dl>
      </div>
      <InvitationAnswer token={token} invitation={invitation} onChange={() => setTries(tries + 1)} />
    </div>
  )
}

function Fact({ name, value, note, own }: { name: string; value: string; note?: string; own?: boolean }) {
  return (
    <div className="flex justify-between gap-4 px-4 py-2.5">
      <dt className="flex-none text-ink-soft">{name}</dt>
      <dd translate={own ? 'no' : undefined} className="min-w-0 text-end wrap-anywhere">
        {value}
        {note && <span className="block text-small text-ink-soft">{note}</span>}
      </dd>
    </div>
  )
}
