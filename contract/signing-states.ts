/**
 * How a signing session stands. `sealing`: all have done their part, and the result is being made.
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
 * What somebody is asked for: a signer signs, an approver agrees without signing, a viewer may
 * look, and whoever gets a copy hears of the end.
 */
export const RECIPIENT_ROLES = ['signer', 'approver', 'viewer', 'copy'] as const
export type RecipientRole = (typeof RECIPIENT_ROLES)[number]

/** How a recipient stands. `invited`: it is their turn, or they may look. */
export const RECIPIENT_STATES = ['waiting', 'invited', 'viewed', 'done', 'declined', 'delegated'] as const
export type RecipientState = (typeof RECIPIENT_STATES)[number]
