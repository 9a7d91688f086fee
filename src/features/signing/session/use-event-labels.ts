import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { AuditRow } from '../../../api/signing.ts'
import { formatDateTime } from '../../../lib/format-date.ts'

const WORDS: Record<AuditRow['event'], MessageDescriptor> = {
  created: msg`Created`,
  sent: msg`Sent`,
  invited: msg`Invited`,
  reminded: msg`Reminded`,
  opened: msg`Link opened`,
  identified: msg`Identity verified`,
  consented: msg`Agreed to sign electronically`,
  viewed: msg`Document viewed`,
  filled: msg`Fields completed`,
  acted: msg`Signed`,
  declined: msg`Declined`,
  delegated: msg`Delegated`,
  recipient_changed: msg`Recipient changed`,
  extended: msg`Deadline changed`,
  voided: msg`Voided`,
  expired: msg`Expired`,
  sealed: msg`Sealed`,
  downloaded: msg`Downloaded`,
}

const HOW: Record<string, MessageDescriptor> = {
  drawn: msg`signature drawn`,
  typed: msg`signature typed`,
  uploaded: msg`signature uploaded`,
  device: msg`signature drawn on another device`,
}

/** A row of the audit log as text: the event, and its details. */
export function useEventLabels(): (row: AuditRow) => { what: string; more: string } {
  const { t, i18n } = useLingui()
  return ({ event, facts }) => {
    const { to, who, before, after, until, reason, by, signature, time, recipients, file } = facts
    const end = until && !Number.isNaN(Date.parse(until)) ? new Date(until) : null
    const date = end && formatDateTime(end, { locale: i18n.locale })
    const how = signature && HOW[signature]
    const what = event === 'acted' && facts.as === 'approver' ? t`Approved` : i18n._(WORDS[event])
    const more = [
      file,
      recipients && t({ message: plural(Number(recipients), { one: '# recipient', other: '# recipients' }) }),
      to && t`to ${to}`,
      who,
      before && after && t`from ${before} to ${after}`,
      until && (date ? t`until ${date}` : t`deadline removed`),
      reason && t`“${reason}”`,
      by && (by === 'access code' ? t`by access code` : t`by e-mail code`),
      how && i18n._(how),
      event === 'sealed' &&
        (time === 'by a timestamp authority' ? t`with a trusted timestamp` : t`with this server’s time`),
    ]
    return { what, more: more.filter(Boolean).join(', ') }
  }
}
