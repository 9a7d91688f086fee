import { useLingui } from '@lingui/react/macro'
import type { Recipient, SigningSession } from '../../../api/signing.ts'
import { formatList } from '../../../lib/format-list.ts'
import { useMoments } from './labels.ts'
import { awaited, comesNext, isSoon } from './standing.ts'

/** The current state, and what the owner can do, in one or two sentences. */
export function useSentence(): (session: SigningSession) => string {
  const { t, i18n } = useLingui()
  const moments = useMoments()
  const list = (people: readonly Recipient[]) =>
    formatList(
      people.map(({ name }) => name),
      i18n.locale,
    )

  function open(session: SigningSession): string {
    const { recipients, deadline_at } = session
    const now = awaited(recipients)
    const next = comesNext(recipients)
    const who = list(now)
    const first = now[0]
    const since = now.length === 1 && first?.invited_at ? moments.within(first.invited_at) : ''
    const after = list(next)
    const until = deadline_at ? moments.within(deadline_at) : ''
    return [
      since ? t`Waiting for ${who} since ${since}.` : t`Waiting for ${who}.`,
      next.length > 0 && t`Next: ${after}.`,
      until && (isSoon(session) ? t`Expires ${until}.` : t`Deadline: ${until}.`),
    ]
      .filter(Boolean)
      .join(' ')
  }
  return (session) => {
    const { state, recipients, problem, ended_at, deadline_at, result } = session
    const when = ended_at ? moments.within(ended_at) : ''
    const who = list(recipients.filter((one) => one.state === 'declined'))
    const since = deadline_at ? moments.within(deadline_at) : when
    switch (state) {
      case 'draft':
        return t`This draft hasn’t been sent.`
      case 'open':
        return open(session)
      case 'sealing':
        return problem === null
          ? t`Everyone has signed. The signed PDF is being sealed.`
          : t`Everyone has signed, but sealing failed. Retry sealing or void the request.`
      case 'completed':
        return result?.time_stamped
          ? t`Completed ${when} and sealed with a trusted timestamp.`
          : t`Completed ${when} and sealed.`
      case 'declined':
        return t`${who} declined ${when}. Duplicate the request to send it again.`
      case 'voided':
        return t`Voided ${when}.`
      case 'expired':
        return t`Expired ${since}. Set a later deadline to reopen it.`
    }
  }
}
