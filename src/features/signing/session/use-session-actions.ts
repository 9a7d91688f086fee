import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import {
  isActing,
  type SigningRow,
  signingDocumentUrl,
  signingResultUrl,
  useDuplicateSigning,
  useRemindSigning,
  useRemoveSigningSession,
  useSealSigning,
} from '../../../api/signing.ts'
import { cutMiddle } from '../../../lib/cut-middle.ts'
import { randomId } from '../../../lib/random-id.ts'
import { startDownload } from '../../../lib/start-download.ts'
import { paths } from '../../../paths.ts'
import { showToast } from '../../../ui/toaster.tsx'
import { useConfirmEach } from '../../lists/index.ts'
import { useProblemWords } from '../../problems/index.ts'
import { LONG } from './labels.ts'
import { awaited } from './standing.ts'

/**
 * The actions of a request, shared by its row and its page. `gone` is called after it was deleted.
 */
export function useSessionActions(gone?: () => void) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const words = useProblemWords()
  const confirmEach = useConfirmEach()
  const removed = useRemoveSigningSession().mutateAsync
  const reminded = useRemindSigning().mutateAsync
  const sealed = useSealSigning().mutateAsync
  const duplicated = useDuplicateSigning((draft) => void navigate(paths.signingSession(draft.id))).mutateAsync
  const onError = (error: unknown) => showToast({ kind: 'error', text: words(error) })
  return {
    /** Reminds all recipients whose turn it is, or one of them. */
    remind({ id: session_id, recipients }: SigningRow, recipient_id: string | null = null) {
      const input = { session_id, recipient_id }
      if (isActing('remindSigning', input)) return
      const recipientsToRemind = awaited(recipients).filter(
        ({ id }) => recipient_id === null || id === recipient_id,
      )
      const name = recipientsToRemind[0]?.name ?? ''
      const text = t({
        message: plural(recipientsToRemind.length, {
          one: `Reminder sent to ${name}`,
          other: 'Reminders sent to # people',
        }),
      })
      void reminded(input).then(() => showToast({ text }), onError)
    },
    seal({ id: session_id }: SigningRow) {
      if (isActing('sealSigning', { session_id })) return
      void sealed({ session_id }).then(() => showToast({ text: t`Sealing restarted` }), onError)
    },
    /**
     * Creates a draft with the same document, recipients and fields, to be reviewed before it is
     * sent.
     */
    again({ id: session_id }: SigningRow) {
      if (isActing('duplicateSigningSession', { session_id })) return
      duplicated({ session_id, key: randomId() }).catch(onError)
    },
    result: ({ id }: SigningRow) => startDownload(signingResultUrl(id)),
    document: ({ id }: SigningRow) => startDownload(signingDocumentUrl(id)),
    remove: (session: SigningRow) => {
      const name = cutMiddle(session.title, LONG)
      confirmEach({
        title: t`Delete “${name}”?`,
        body:
          session.state === 'draft'
            ? t`The draft is permanently deleted. No recipient was notified.`
            : t`This permanently deletes the document, the signed PDF and the audit log, and the recipients’ links stop working. Download what you need first.`,
        act: t`Delete`,
        verb: t`Deleting`,
        rows: [session],
        each: ({ id }) => removed(id),
        done: t`“${name}” deleted`,
        after: gone,
      })
    },
  }
}
