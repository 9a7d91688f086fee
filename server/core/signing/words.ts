import type { AUDIT_EVENTS } from '../../../contract/signing.ts'

/** What the log says in the certificate, in the document's own language of here. */
export const EVENT_WORDS: Record<(typeof AUDIT_EVENTS)[number], string> = {
  created: 'Made',
  sent: 'Sent',
  invited: 'Invited',
  reminded: 'Reminded',
  opened: 'Opened the link',
  identified: 'Showed who they are',
  consented: 'Agreed to electronic records',
  viewed: 'Read the document',
  filled: 'Filled in',
  acted: 'Signed',
  declined: 'Declined',
  delegated: 'Passed it on',
  recipient_changed: 'Somebody else asked in their place',
  extended: 'The deadline changed',
  voided: 'Called off',
  expired: 'The time ran out',
  sealed: 'Sealed',
  downloaded: 'Downloaded',
}
