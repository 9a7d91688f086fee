import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { SignPage } from '../features/auth/index.ts'
import { InvitationView } from '../features/businesses/invitation/index.ts'
import { keepInvitation, keptInvitation } from '../lib/kept-invitation.ts'
import { tokenOf } from '../lib/token-of.ts'

/** Where the link of an invitation leads, with and without an account. */
export default function InvitationPage() {
  const { t } = useLingui()
  const given = tokenOf(useLocation().hash)
  const token = given ?? keptInvitation()
  useEffect(() => {
    if (given) keepInvitation(given)
  }, [given])
  return (
    <SignPage title={t`Invitation`}>
      <InvitationView key={token} token={token} />
    </SignPage>
  )
}
