import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { AuditRow } from '../../api/signing.ts'
import { formatDateTime } from '../../lib/format-date.ts'

const WORDS: Record<AuditRow['event'], MessageDescriptor> = {
  created: msg`Made`,
  sent: msg`Sent`,
  invited: msg`Invited`,
  reminded: msg`Reminded`,
  opened: msg`Opened the link`,
  identified: msg`Showed who they are`,
  consented: msg`Agreed to electronic records`,
  viewed: msg`Opened the document`,
  filled: msg`Filled in`,
  acted: msg`Signed`,
  declined: msg`Declined`,
  delegated: msg`Passed it on`,
  recipient_changed: msg`Recipient changed`,
  extended: msg`Deadline changed`,
  voided: msg`Called off`,
  expired: msg`Time ran out`,
  sealed: msg`Sealed`,
  downloaded: msg`Downloaded`,
}

const HOW: Record<string, MessageDescriptor> = {
  drawn: msg`signature drawn`,
  typed: msg`signature typed`,
  uploaded: msg`signature as a picture`,
  device: msg`signature drawn on a second device`,
}

/** A row of the log as people say it: what happened, and what else is known of it. */
export function useEventWords(): (row: AuditRow) => { what: string; more: string } {
  const { t, i18n } = useLingui()
  return ({ event, facts }) => {
    const { to, who, before, after, until, reason, by, signature, time, recipients, file } = facts
    const end = until && !Number.isNaN(Date.parse(until)) ? new Date(until) : null
    const date = end && formatDateTime(end, { locale: i18n.locale })
    const how = signature && HOW[signature]
    const what = event === 'acted' && facts.as === 'approver' ? t`Approved` : i18n._(WORDS[event])
    const more = [
      file,
      recipients && t`recipients: ${recipients}`,
      to && t`to ${to}`,
      who,
      before && after && t`${before}, now ${after}`,
      until && (date ? t`until ${date}` : t`no deadline any more`),
      reason && t`“${reason}”`,
      by && (by === 'access code' ? t`by the code you told them` : t`by a code sent to the address`),
      how && i18n._(how),
      event === 'sealed' &&
        (time === 'by an authority' ? t`with the time of an authority` : t`with the time of this instance`),
    ]
    return { what, more: more.filter(Boolean).join(', ') }
  }
}
