import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { acceptInvitation, declineInvitation, type Invitation } from '../../../api/invitations.ts'
import { leaveSession } from '../../../api/sign-in.ts'
import { keepInvitation } from '../../../lib/stored-invitation.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { FormError, useSubmit } from '../../sign-in/index.ts'

type InvitationAnswerProps = { token: string; invitation: Invitation; onChange: () => void }

/** Accept or decline; without a session, sign in or create an account first. */
export function InvitationAnswer({ token, invitation, onChange }: InvitationAnswerProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const accepting = useSubmit()
  const declining = useSubmit()
  const leaving = useSubmit()
  const [declined, setDeclined] = useState(false)
  const { business, signed_in_as: person, has_account, email } = invitation
  const open = () => {
    const { business_id: id } = business
    // The URL names the account that the tab acts for from there on.
    return navigate(paths.business(id, 'overview', { business: id }), { replace: true })
  }
  const back = { return: paths.invitation() }
  const large = 'min-h-11 text-read'

  if (declined)
    return (
      <p role="status">
        <Trans>You declined the invitation. You can close this page.</Trans>
      </p>
    )
  if (person?.is_member)
    return (
      <div className="grid gap-3">
        <p>
          <Trans>You’re already a member.</Trans>
        </p>
        <Button variant="primary" size={36} wide className={large} onClick={() => void open()}>
          {t`Open ${business.name}`}
        </Button>
      </div>
    )
  return (
    <div className="grid gap-3">
      {person ? (
        <>
          {!person.matches && (
            <p className="text-body">
              <Trans>
                You’re signed in as{' '}
                <strong translate="no" className="font-medium wrap-anywhere">
                  {person.email}
                </strong>
                , but the invitation was sent to{' '}
                <strong translate="no" className="font-medium wrap-anywhere">
                  {email}
                </strong>
                .
              </Trans>
            </p>
          )}
          <Button
            variant="primary"
            size={36}
            wide
            className={large}
            working={accepting.working}
            verb={t`Accepting`}
            onClick={() =>
              void accepting.send(async () => {
                await acceptInvitation(token, !person.matches)
                keepInvitation(null)
                await open()
              })
            }
          >
            {person.matches ? t`Accept` : t`Accept as ${person.name}`}
          </Button>
          {!person.matches && (
            <Button
              size={36}
              wide
              className={large}
              working={leaving.working}
              verb={t`Signing out`}
              onClick={() =>
                void leaving.send(async () => {
                  await leaveSession()
                  onChange()
                })
              }
            >
              {t`Use another account`}
            </Button>
          )}
        </>
      ) : (
        <>
          <Button
            variant={has_account ? 'primary' : 'second'}
            size={36}
            wide
            className={`${large} ${has_account ? '' : 'order-1'}`}
            render={<Link to={paths.signIn(back)} />}
          >
            {t`Sign in to accept`}
          </Button>
          <Button
            variant={has_account ? 'second' : 'primary'}
            size={36}
            wide
            className={large}
            render={<Link to={paths.signUp(back)} />}
          >
            {t`Create account to accept`}
          </Button>
        </>
      )}
      <Button
        variant="ghost"
        size={36}
        wide
        className={`${large} order-2`}
        working={declining.working}
        verb={t`Declining`}
        onClick={() =>
          void declining.send(async () => {
            await declineInvitation(token)
            keepInvitation(null)
            setDeclined(true)
          })
        }
      >
        {t`Decline`}
      </Button>
      <FormError error={accepting.error ?? declining.error ?? leaving.error} />
    </div>
  )
}
