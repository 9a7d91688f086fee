import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { InvitationView } from '../features/businesses/invitation/index.ts'
import { SignPage } from '../features/sign-in/index.ts'
import { keepInvitation, storedInvitation } from '../lib/stored-invitation.ts'
import { tokenOf } from '../lib/token-of.ts'

/** The target of an invitation link, with and without an account. */
export default function InvitationPage() {
  const { t } = useLingui()
  const linkToken = tokenOf(useLocation().hash)
  const token = linkToken ?? storedInvitation()
  useEffect(() => {
    if (linkToken) keepInvitation(linkToken)
  }, [linkToken])
  return (
    <SignPage title={t`Invitation`}>
      <InvitationView key={token} token={token} />
    </SignPage>
  )
}
