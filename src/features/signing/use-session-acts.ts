import { useLingui } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import { toApiError } from '../../api/errors.ts'
import {
  type Recipient,
  remindSigning,
  removeSigningSession,
  type SigningRow,
  sealSigning,
} from '../../api/signing.ts'
import { cutMiddle } from '../../lib/cut-middle.ts'
import { formatList } from '../../lib/format-list.ts'
import { paths } from '../../paths.ts'
import { confirmAct } from '../../stores/confirm.ts'
import { showToast } from '../../ui/toaster.tsx'
import { useProblemWords } from '../problems/index.ts'
import { isAwaited, LONG } from './words.ts'

/** What is done to a session with one press, from its row and from its page alike. */
export function useSessionActs() {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const words = useProblemWords()
  const failed = (error: unknown) => showToast({ kind: 'error', text: words(toApiError(error)) })
  return {
    /** Everybody whose turn it is, or one of them. */
    remind: async ({ id, recipients }: SigningRow, one: Recipient | null = null) => {
      try {
        await remindSigning(id, one?.id ?? null)
        const asked = one ? [one] : recipients.filter(isAwaited)
        const names = formatList(
          asked.map(({ name }) => name),
          i18n.locale,
        )
        showToast({ text: t`${names} reminded` })
      } catch (error) {
        failed(error)
      }
    },
    seal: async ({ id }: SigningRow) => {
      try {
        await sealSigning(id)
      } catch (error) {
        failed(error)
      }
    },
    /** `leave`: its own page is left with it. */
    remove: ({ id, title: whole, state }: SigningRow, leave = false) => {
      const title = cutMiddle(whole, LONG)
      confirmAct({
        title: t`Remove “${title}”?`,
        body:
          state === 'completed'
            ? t`The sealed document and the log go from here for good, and recipients’ links open nothing any more. Download the document first if you need it.`
            : t`It goes for good, with its log. Recipients’ links open nothing any more.`,
        keep: t`Keep`,
        act: t`Remove`,
        verb: t`Removing`,
        run: async () => {
          try {
            await removeSigningSession(id)
            if (leave) void navigate(paths.signing())
            showToast({ text: t`“${title}” removed` })
            return null
          } catch (error) {
            return words(toApiError(error))
          }
        },
      })
    },
  }
}
