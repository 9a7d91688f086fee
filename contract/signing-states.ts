/**
 * State of a signing session. `sealing`: all recipients are done, and the result is being created.
 */
export const SESSION_STATES = [
  'draft',
  'open',
  'sealing',
  'completed',
  'declined',
  'voided',
  'expired',
] as const
export type SessionState = (typeof SESSION_STATES)[number]

/**
 * Roles: a signer signs, an approver agrees without signing, a viewer may read, and a recipient of
 * a copy is notified of the end.
 */
export const RECIPIENT_ROLES = ['signer', 'approver', 'viewer', 'copy'] as const
export type RecipientRole = (typeof RECIPIENT_ROLES)[number]

/** State of a recipient. `invited`: it is their turn, or they may read the document. */
export const RECIPIENT_STATES = ['waiting', 'invited', 'viewed', 'done', 'declined', 'delegated'] as const
export type RecipientState = (typeof RECIPIENT_STATES)[number]
