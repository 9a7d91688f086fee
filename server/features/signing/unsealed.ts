import type { SessionState } from '../../../contract/signing-states.ts'

const WHY = {
  draft: 'The session was not sent yet, so there is no signed PDF.',
  open: 'Not everybody has signed yet. You are told by mail when it is ready.',
  sealing: 'Everybody has signed, and the signed PDF is being made. You are told by mail when it is ready.',
  completed: 'The signed PDF is no longer there.',
  voided: 'The session was voided, so there is no signed PDF. To have it signed, send it in a new session.',
  declined:
    'A recipient declined to sign, so there is no signed PDF. To have it signed, send it in a new session.',
  expired:
    'The session expired before everybody had signed, so there is no signed PDF. To have it signed, send it in a new session.',
} as const satisfies Record<SessionState, string>

/** Why a session has no sealed document. */
export const unsealed = (state: SessionState): string => WHY[state]
