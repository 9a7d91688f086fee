import { useLingui } from '@lingui/react/macro'
import type { Recipient, RecipientRole } from '../../../api/signing.ts'

/** The name and description of each role. */
export function useRoleLabels(): Record<RecipientRole, { word: string; note: string }> {
  const { t } = useLingui()
  return {
    signer: { word: t`Signer`, note: t`Completes fields and signs.` },
    approver: { word: t`Approver`, note: t`Approves or declines. Has no fields to complete.` },
    viewer: { word: t`Viewer`, note: t`Can view the document. No action needed.` },
    copy: { word: t`Copy`, note: t`Gets the sealed PDF when the request is completed.` },
  }
}

export function useAccessLabels(): Record<Recipient['access'], { word: string; note: string }> {
  const { t } = useLingui()
  return {
    link: { word: t`Link only`, note: t`Anyone with the e-mail can open the document.` },
    email: { word: t`E-mail code`, note: t`Sent when the recipient opens the link.` },
    code: {
      word: t`Access code`,
      note: t`You share it with the recipient outside e-mail, for example by phone.`,
    },
  }
}
