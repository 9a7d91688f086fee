import { useLingui } from '@lingui/react/macro'
import type { AuditRow } from '../../api/signing.ts'
import { formatDateTime } from '../../lib/format-date.ts'

/** A row of the log in words, with what it says beyond the event. */
export function useEventWords(): (row: AuditRow) => string {
  const { t, i18n } = useLingui()
  return ({ event, facts }) => {
    const words: Record<AuditRow['event'], string> = {
      created: t`Made`,
      sent: t`Sent`,
      invited: t`Invited`,
      reminded: t`Reminded`,
      opened: t`Opened the link`,
      identified: t`Showed who they are`,
      consented: t`Agreed to electronic records`,
      viewed: t`Read the document`,
      filled: t`Filled in`,
      acted: facts.as === 'approver' ? t`Approved` : t`Signed`,
      declined: t`Declined`,
      delegated: t`Passed it on`,
      recipient_changed: t`Somebody else was asked in their place`,
      extended: t`The day to sign by changed`,
      voided: t`Called off`,
      expired: t`The time ran out`,
      sealed: t`Sealed`,
      downloaded: t`Downloaded`,
    }
    const until = facts.until && !Number.isNaN(Date.parse(facts.until)) ? new Date(facts.until) : null
    const more = [
      facts.to,
      facts.who,
      facts.after,
      until ? formatDateTime(until, { locale: i18n.locale }) : facts.until && t`no day`,
      facts.reason,
      facts.by,
    ].filter(Boolean)
    return more.length > 0 ? `${words[event]}: ${more.join(', ')}` : words[event]
  }
}
