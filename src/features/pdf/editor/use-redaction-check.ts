import { useEffect, useState } from 'react'
import { toApiError } from '../../../api/errors.ts'
import { checkPdf } from '../../../api/pdf.ts'
import { useLatest } from '../../../lib/use-latest.ts'
import { useProblemWords } from '../../problems/index.ts'
import { neededFiles } from './draft.ts'
import { type RequestInput, requestOf } from './request.ts'
import type { WorkFile } from './work-file.ts'

/** Whether redaction turns pages into images, which only the server can determine. */
export type RedactionCheck =
  /** Nothing is redacted. */
  | { state: 'none' }
  /** The check uploads the file, so the user has to start it. */
  | { state: 'unchecked'; start: () => void }
  | { state: 'checking' }
  | { state: 'checked'; pages: readonly number[] }
  | { state: 'failed'; problem: string; start: () => void }

/** Delays the request while the user draws. */
const REST_MS = 800

type Answer = { key: string; pages: readonly number[] } | { key: string; problem: string }

type RedactionCheckInput = RequestInput & { file: WorkFile; open: boolean }

/**
 * Checks which pages become images once something is redacted. A local file is not uploaded before
 * the user starts the check.
 */
export function useRedactionCheck({ file, open, ...input }: RedactionCheckInput): RedactionCheck {
  const words = useProblemWords()
  // Filled fields never turn a page into an image.
  const draft = { ...input.draft, fields: {} }
  const { pages, marks, terms } = draft
  const redacts = open && (terms.length > 0 || marks.some(({ kind }) => kind === 'redaction'))
  const key = redacts ? JSON.stringify([pages, marks, terms]) : ''
  const sent = !('s3_key' in file.source) || neededFiles(draft).length > 0
  const [started, setStarted] = useState('')
  const [answer, setAnswer] = useState<Answer | null>(null)
  const requested = key !== '' && (!sent || started === key)
  const known = answer?.key === key ? answer : null
  const isKnown = known !== null
  const latest = useLatest({ source: file.source, input: { ...input, draft }, words })
  useEffect(() => {
    if (!requested || isKnown) return
    const gone = new AbortController()
    const ask = () => {
      const { source, input, words } = latest.current
      checkPdf({ source, ...requestOf(input) }, gone.signal).then(
        ({ picture_pages: pages }) => setAnswer({ key, pages }),
        (error) => gone.signal.aborted || setAnswer({ key, problem: words(toApiError(error)) }),
      )
    }
    const timer = setTimeout(ask, sent ? 0 : REST_MS)
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [requested, isKnown, key, sent])
  const start = () => {
    setAnswer(null)
    setStarted(key)
  }
  if (key === '') return { state: 'none' }
  if (known === null) return requested ? { state: 'checking' } : { state: 'unchecked', start }
  return 'problem' in known
    ? { state: 'failed', problem: known.problem, start }
    : { state: 'checked', pages: known.pages }
}
