import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Recipient, SessionState, SigningRow } from '../../api/signing.ts'
import { formatMoment } from '../../lib/format-date.ts'
import { formatList } from '../../lib/format-list.ts'
import type { Status } from '../../ui/status-word.tsx'

/** As long as a title may be in a question. */
export const LONG = 60

export const STATE_WORDS: Record<SessionState, MessageDescriptor> = {
  draft: msg`Draft`,
  open: msg`Waiting`,
  sealing: msg`Being sealed`,
  completed: msg`Signed by all`,
  declined: msg`Declined`,
  voided: msg`Called off`,
  expired: msg`Time ran out`,
}

/** How a session's state looks; one that is stuck needs its owner. */
export function statusOf({ state, problem }: Pick<SigningRow, 'state' | 'problem'>): Status {
  if (state === 'sealing') return problem === null ? 'working' : 'warning'
  return STATUS[state]
}
const STATUS: Record<Exclude<SessionState, 'sealing'>, Status> = {
  draft: 'ready',
  open: 'waiting',
  completed: 'verified',
  declined: 'failed',
  voided: 'cancelled',
  expired: 'expired',
}

export const acts = ({ role }: Pick<Recipient, 'role'>): boolean => role === 'signer' || role === 'approver'
/** It is their turn, and everybody waits for them. */
export const isAwaited = (one: Recipient): boolean =>
  acts(one) && (one.state === 'invited' || one.state === 'viewed')

const namesOf = (people: readonly Recipient[], locale: string) =>
  formatList(
    people.map(({ name }) => name),
    locale,
  )

/** How a session stands, in a sentence or two: what it waits for, or how it ended. */
export function useStanding(): (session: SigningRow) => string {
  const { t, i18n } = useLingui()
  const { locale } = i18n
  const moment = (at: string | null) => (at ? formatMoment(new Date(at), { locale }) : '')
  return (session) => {
    const { recipients, ended_at, problem, void_reason } = session
    switch (session.state) {
      case 'draft':
        return t`Nobody was asked to sign it yet.`
      case 'open': {
        const awaited = recipients.filter(isAwaited)
        const names = namesOf(awaited, locale)
        const since = moment(awaited.map(({ invited_at }) => invited_at ?? '').sort()[0] ?? null)
        const now = since ? t`Waiting for ${names} since ${since}.` : t`Waiting for ${names}.`
        const later = recipients.filter((one) => acts(one) && one.state === 'waiting')
        return later.length === 0 ? now : `${now} ${t`After that comes ${namesOf(later, locale)}.`}`
      }
      case 'sealing':
        return problem === null
          ? t`Everybody has signed. The document is being sealed.`
          : t`Everybody has signed, and the sealed document could not be made. It is tried again by itself.`
      case 'completed':
        return t`Everybody has signed. The document was sealed ${moment(ended_at)}.`
      case 'declined': {
        const who = namesOf(
          recipients.filter(({ state }) => state === 'declined'),
          locale,
        )
        return t`${who} declined ${moment(ended_at)}. Nobody is asked any more.`
      }
      case 'voided':
        return void_reason
          ? t`You called it off ${moment(ended_at)}: ${void_reason}`
          : t`You called it off ${moment(ended_at)}.`
      case 'expired':
        return t`The time ran out ${moment(ended_at)}. Set a later day to go on where it stopped.`
    }
  }
}

/** What somebody has done, or is to do. */
export function useRecipientWords(): (
  one: Recipient,
  session: SessionState,
) => { word: string; status: Status; at: string | null } {
  const { t } = useLingui()
  return (one, session) => {
    const { role, state } = one
    const over = session !== 'draft' && session !== 'open'
    switch (state) {
      case 'waiting':
        if (role === 'copy')
          return { word: over ? t`Told of the end` : t`Hears of the end`, status: 'ready', at: null }
        return { word: over ? t`Was not asked` : t`Comes later`, status: 'ready', at: null }
      case 'invited':
        return {
          word: over ? t`Did not open it` : t`Not opened yet`,
          status: over ? 'ready' : 'waiting',
          at: one.invited_at,
        }
      case 'viewed':
        return { word: t`Opened`, status: over ? 'ready' : 'waiting', at: one.viewed_at }
      case 'done':
        return { word: role === 'approver' ? t`Approved` : t`Signed`, status: 'done', at: one.done_at }
      case 'declined':
        return { word: t`Declined`, status: 'failed', at: one.done_at }
      case 'delegated':
        return { word: t`Passed it on`, status: 'cancelled', at: one.done_at }
    }
  }
}
