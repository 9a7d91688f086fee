import type { AUDIT_EVENTS } from '../../../contract/signing.ts'

type EventName = (typeof AUDIT_EVENTS)[number]

const WORDS: Record<EventName, string> = {
  created: 'Made',
  sent: 'Sent',
  invited: 'Invited',
  reminded: 'Reminded',
  opened: 'Opened the link',
  identified: 'Identity verified',
  consented: 'Agreed to electronic records',
  viewed: 'Read the document',
  filled: 'Fields completed',
  acted: 'Signed',
  declined: 'Declined',
  delegated: 'Delegated',
  recipient_changed: 'Recipient replaced',
  extended: 'Deadline changed',
  voided: 'Voided',
  expired: 'Expired',
  sealed: 'Sealed',
  downloaded: 'Downloaded',
}

/** Facts that the certificate shows besides the event. */
const TOLD = ['to', 'who', 'after', 'until', 'reason', 'by'] as const

/** A row of the log in the certificate: `Invited: maren@example.org`. */
export function saysOf(event: EventName, facts: Readonly<Record<string, string>>): string {
  const word = event === 'acted' && facts.as === 'approver' ? 'Approved' : WORDS[event]
  const more = TOLD.flatMap((name) => facts[name] ?? [])
  return (more.length === 0 ? word : `${word}: ${more.join(', ')}`).slice(0, 1000)
}
