import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import { toApiError } from '../../../api/errors.ts'
import { invalidate } from '../../../api/query-client.ts'
import {
  remindSigning,
  type SigningRow,
  sealSigning,
  signingDocumentUrl,
  signingResultUrl,
  useDuplicateSigning,
  useRemoveSigningSession,
} from '../../../api/signing.ts'
import { cutMiddle } from '../../../lib/cut-middle.ts'
import { randomId } from '../../../lib/random-id.ts'
import { startDownload } from '../../../lib/start-download.ts'
import { paths } from '../../../paths.ts'
import { confirmAct } from '../../../stores/confirm.ts'
import { showToast } from '../../../ui/toaster.tsx'
import { useProblemWords } from '../../problems/index.ts'
import { LONG } from './labels.ts'
import { awaited } from './standing.ts'

/** What is on its way, wherever it was pressed: a second press on the same thing does nothing. */
const under = new Set<string>()

/** What was refused was so because the session stands otherwise than the page says. */
export const showAnew = (): void => {
  void invalidate('getSigningSession')
  void invalidate('listSigningSessions')
}

/** What can be done with a session from its row and from its page alike. `gone` is called when it has been removed. */
export function useSessionActions(gone?: () => void) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const words = useProblemWords()
  const duplicated = useDuplicateSigning().mutateAsync
  const removed = useRemoveSigningSession().mutateAsync

  async function once(key: string, act: () => Promise<void>) {
    if (under.has(key)) return
    under.add(key)
    try {
      await act()
    } catch (error) {
      showToast({ kind: 'error', text: words(error) })
      if (toApiError(error).code === 'signing_misfit') showAnew()
    } finally {
      under.delete(key)
    }
  }
  return {
    /** All whose turn it is, or one of them. */
    remind: ({ id, recipients }: SigningRow, recipient: string | null = null) =>
      once(`remind ${id} ${recipient}`, async () => {
        const asked = awaited(recipients).filter((one) => recipient === null || one.id === recipient)
        await remindSigning(id, recipient)
        const name = asked[0]?.name ?? ''
        showToast({
          text: t({
            message: plural(asked.length, {
              one: `Reminder sent to ${name}`,
              other: 'Reminders sent to # people',
            }),
          }),
        })
      }),
    seal: ({ id }: SigningRow) =>
      once(`seal ${id}`, async () => {
        await sealSigning(id)
        showToast({ text: t`Sealing restarted` })
      }),
    /** The same document, people and fields as a draft, to be looked at before it is sent. */
    again: (session: SigningRow) =>
      once(`again ${session.id}`, async () => {
        const draft = await duplicated({ session_id: session.id, key: randomId() })
        await navigate(paths.signingSession(draft.id))
      }),
    result: ({ id }: SigningRow) => startDownload(signingResultUrl(id)),
    document: ({ id }: SigningRow) => startDownload(signingDocumentUrl(id)),
    remove: ({ id, title, state }: SigningRow) => {
      const name = cutMiddle(title, LONG)
      confirmAct({
        title: t`Delete “${name}”?`,
        body:
          state === 'draft'
            ? t`The draft is permanently deleted. No recipient was notified.`
            : t`This permanently deletes the document, the signed PDF and the audit log, and the recipients’ links stop working. Download what you need first.`,
        keep: t`Cancel`,
        act: t`Delete`,
        verb: t`Deleting`,
        run: async () => {
          try {
            await removed(id)
            gone?.()
            showToast({ text: t`“${name}” deleted` })
            return null
          } catch (error) {
            if (toApiError(error).code === 'signing_misfit') showAnew()
            return words(error)
          }
        },
      })
    },
  }
}
