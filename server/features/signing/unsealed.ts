import type { SessionState } from '../../../contract/signing-states.ts'

const WHY = {
  draft: 'The request has not been sent yet, so there is no signed PDF.',
  open: 'Not all recipients have signed yet. We’ll e-mail you when it is ready.',
  sealing: 'All recipients have signed, and the PDF is being sealed. We’ll e-mail you when it is ready.',
  completed: 'The signed PDF is no longer there.',
  voided: 'The request was voided, so there is no signed PDF. Send the document in a new request.',
  declined: 'A recipient declined, so there is no signed PDF. Send the document in a new request.',
  expired:
    'The request expired before all recipients had signed, so there is no signed PDF. Send the document in a new request.',
} as const satisfies Record<SessionState, string>

/** Why a session has no sealed document. */
export const unsealed = (state: SessionState): string => WHY[state]
