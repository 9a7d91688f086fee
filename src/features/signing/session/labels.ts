import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Recipient, RecipientRole, SessionState, SigningRow } from '../../../api/signing.ts'
import {
  formatDate,
  formatDayShort,
  formatMoment,
  formatMomentLine,
  formatTime,
} from '../../../lib/format-date.ts'
import type { Status } from '../../../ui/status-word.tsx'
import { isSoon } from './standing.ts'

/** The maximum length of a name in a dialog title. */
export const LONG = 40

export const SESSION_STATES: readonly SessionState[] = [
  'draft',
  'open',
  'sealing',
  'completed',
  'declined',
  'voided',
  'expired',
]

export const STATE_WORDS: Record<SessionState, MessageDescriptor> = {
  draft: msg`Draft`,
  open: msg`Awaiting signatures`,
  sealing: msg`Sealing`,
  completed: msg`Completed`,
  declined: msg`Declined`,
  voided: msg`Voided`,
  expired: msg`Expired`,
}

const STATE_STATUS: Record<SessionState, Status> = {
  draft: 'ready',
  open: 'waiting',
  sealing: 'working',
  completed: 'done',
  declined: 'failed',
  voided: 'cancelled',
  expired: 'warning',
}

export const ROLE_WORDS: Record<RecipientRole, MessageDescriptor> = {
  signer: msg`Signer`,
  approver: msg`Approver`,
  viewer: msg`Viewer`,
  copy: msg`Copy`,
}

/** The state of a request; if the owner has to act, the text says why. */
export function useStateWord(): (session: SigningRow) => { status: Status; word: string } {
  const { i18n, t } = useLingui()
  return (session) => {
    const { state, problem } = session
    if (state === 'sealing' && problem !== null) return { status: 'failed', word: t`Sealing failed` }
    if (isSoon(session)) return { status: 'soon', word: t`Expires soon` }
    return { status: STATE_STATUS[state], word: i18n._(STATE_WORDS[state]) }
  }
}

/** The deadline: a day, or a time if it is near. */
export function useDeadline(): (session: SigningRow) => { word: string; soon: boolean } {
  const { i18n } = useLingui()
  return (session) => {
    const { deadline_at } = session
    if (deadline_at === null) return { word: '–', soon: false }
    const at = new Date(deadline_at)
    const style = { locale: i18n.locale }
    const soon = isSoon(session)
    return {
      word: soon ? `${formatDayShort(at, style)} ${formatTime(at, style)}` : formatDate(at, style),
      soon,
    }
  }
}

/** The state of a recipient. */
export function useRecipientWord(): (recipient: Recipient) => { status: Status; word: string } {
  const { t } = useLingui()
  return ({ state, role }) => {
    switch (state) {
      case 'done':
        return { status: 'done', word: role === 'approver' ? t`Approved` : t`Signed` }
      case 'declined':
        return { status: 'failed', word: t`Declined` }
      case 'delegated':
        return { status: 'cancelled', word: t`Delegated` }
      case 'viewed':
        return { status: 'working', word: t`Viewed` }
      case 'invited':
        return { status: 'waiting', word: t`Sent` }
      case 'waiting':
        return { status: 'ready', word: t`Waiting` }
    }
  }
}

/** "today 10:43" and "Today 10:43", in the page's language. */
export function useMoments() {
  const { i18n } = useLingui()
  const style = { locale: i18n.locale }
  return {
    within: (at: string) => formatMoment(new Date(at), style),
    line: (at: string) => formatMomentLine(new Date(at), style),
  }
}
