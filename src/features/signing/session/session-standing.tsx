import { useLingui } from '@lingui/react/macro'
import type { SigningSession } from '../../../api/signing.ts'
import { Panel } from '../../../ui/panel.tsx'
import { StatusWord } from '../../../ui/status-word.tsx'
import { useStateWord } from './labels.ts'
import { useSentence } from './use-sentence.ts'

/** The state of the request as a sentence, with its message. */
export function Standing({ session }: { session: SigningSession }) {
  const { t } = useLingui()
  const { status, word } = useStateWord()(session)
  const sentence = useSentence()(session)
  const { done, acting, message, void_reason } = session
  return (
    <Panel>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1" aria-live="polite">
        <StatusWord status={status}>{word}</StatusWord>
        <span className="text-ink-soft">{t`${done} of ${acting} signed`}</span>
      </p>
      <p className="mt-1 wrap-anywhere">{sentence}</p>
      {[message, void_reason].map(
        (words) =>
          words && (
            <p
              key={words}
              className="mt-3 border-s-2 border-line-strong ps-3 wrap-anywhere whitespace-pre-line text-ink-soft"
              translate="no"
            >
              {words}
            </p>
          ),
      )}
    </Panel>
  )
}
