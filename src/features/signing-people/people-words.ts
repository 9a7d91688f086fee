import { useLingui } from '@lingui/react/macro'
import type { Recipient, RecipientRole } from '../../api/signing.ts'

/** What a role does, in one word and in a sentence. */
export function useRoleWords(): Record<RecipientRole, { word: string; says: string }> {
  const { t } = useLingui()
  return {
    signer: { word: t`Signs`, says: t`Fills in fields and signs.` },
    approver: { word: t`Approves`, says: t`Agrees or declines, without filling in anything.` },
    viewer: { word: t`Reads`, says: t`May read it. Nobody waits for that.` },
    copy: { word: t`Copy`, says: t`Gets the sealed document at the end.` },
  }
}

export function useAccessWords(): Record<Recipient['access'], { word: string; says: string }> {
  const { t } = useLingui()
  return {
    link: { word: t`The link alone`, says: t`Whoever has the mail can open it.` },
    email: { word: t`A code by e-mail`, says: t`Sent to their address when they open the link.` },
    code: { word: t`A code from you`, says: t`You tell it to them in another way, by phone for example.` },
  }
}
