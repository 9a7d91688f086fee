import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { toApiError } from '../../../api/errors.ts'
import type { Conversion } from '../../../api/history.ts'
import { type SaveDestination, useSavePdf } from '../../../api/pdf.ts'
import { ownPath } from '../../../api/preview.ts'
import { randomId } from '../../../lib/random-id.ts'
import { serverText } from '../../../lib/server-text.ts'
import { startDownload } from '../../../lib/start-download.ts'
import { hideToast, showToast } from '../../../ui/toaster.tsx'
import { useProblemWords } from '../../problems/index.ts'
import { ShareDialog } from '../../shares/manage/index.ts'
import { type Draft, type DraftPage, isEmpty, partOf } from './draft.ts'
import { type RequestInput, requestOf } from './request.ts'
import { keepSaved, type Saved, takeSaved } from './saved.ts'
import type { WorkFile } from './work-file.ts'

export type SaveAs = 'download' | 'storage' | 'replace' | 'share' | 'sign'

/**
 * The server's destinations. Sharing stores the result first; only stored files can be replaced.
 */
const KINDS = {
  download: 'download',
  storage: 'storage',
  share: 'storage',
  replace: 'storage',
  sign: 'sign',
} as const satisfies Record<SaveAs, string>

/** What to sign: a created signature request, or a stored file or result. */
export type ToSign = { session: string } | { file: string } | { conversion: string }

interface SaveInput extends RequestInput {
  file: WorkFile
  /** Called when the draft is saved. */
  onSaved: (as: SaveAs) => void
  /** Opens the stored file. */
  onOpen: (saved: Saved) => void
  onSign: (what: ToSign) => void
}

export interface Save {
  save: (as: SaveAs) => void
  /** Downloads only these pages as a new file. The draft is unchanged. */
  extract: (pages: readonly DraftPage[]) => void
  saving: boolean
  /** The last successful save. */
  saved: Saved | null
  /** Why the last save failed; the draft is unchanged. */
  problem: string | null
  share: (saved: Saved) => void
  /**
   * While a panel is mounted it shows the progress instead of toasts. @returns the cleanup function
   */
  watch: () => () => void
  dialog: ReactNode
}

/**
 * Saves the draft to a destination. If saving fails, the reason is shown and the draft is
 * unchanged.
 */
export function useSave({ file, draft, files, ...given }: SaveInput): Save {
  const { pages, password, passwords, onSaved, onOpen, onSign } = given
  const { t, i18n } = useLingui()
  const words = useProblemWords()
  const mutation = useSavePdf()
  const [saved, setSaved] = useState<Saved | null>(() => takeSaved(file.fileId))
  const [problem, setProblem] = useState<string | null>(null)
  const [shared, setShared] = useState<Saved | null>(null)
  const watchers = useRef(0)
  // The same draft to the same destination has the same idempotency key.
  const request = useRef({ what: '', key: '' })

  async function run(as: SaveAs, draft: Draft, name: string, watched: boolean): Promise<Conversion | null> {
    const { edits, further } = requestOf({ draft, files, pages, password, passwords })
    const destination: NonNullable<SaveDestination> =
      as === 'replace' && file.fileId ? { kind: 'replace', file_id: file.fileId } : { kind: KINDS[as] }
    const what = JSON.stringify([file.identity, edits, as])
    if (request.current.what !== what) request.current = { what, key: randomId() }
    const toast = watched ? null : showToast({ id: 'save-pdf', kind: 'working', text: t`Saving ${name}…` })
    setProblem(null)
    try {
      const { key } = request.current
      const done = await mutation.mutateAsync({
        source: file.source,
        further,
        edits,
        destination,
        filename: name,
        key,
      })
      if (toast) hideToast(toast)
      if (done.status === 'failed')
        throw new Error(done.error ? serverText(i18n, done.error) : t`The file couldn’t be saved.`)
      if (done.delivery?.state === 'failed')
        throw new Error(done.delivery.problem ?? t`The file couldn’t be saved to Storage.`)
      request.current = { what: '', key: '' }
      if (as === 'download' && done.download_url) startDownload(ownPath(done.download_url))
      return done
    } catch (error) {
      if (toast) hideToast(toast)
      const api = error instanceof Error && error.name === 'Error' ? null : toApiError(error)
      const text = api ? words(api) : (error as Error).message
      if (watchers.current > 0 && watched) setProblem(text)
      else showToast({ kind: 'error', text })
      return null
    }
  }
  async function save(as: SaveAs) {
    const asIs = as === 'sign' && isEmpty(draft) && password === null
    if (asIs && file.fileId) return onSign({ file: file.fileId })
    if (asIs && file.conversionId) return onSign({ conversion: file.conversionId })
    const done = await run(as, draft, file.name, watchers.current > 0)
    if (!done) return
    const result = savedOf(as, done)
    setSaved(result)
    if (as === 'replace') keepSaved(result)
    if (as === 'share') setShared(result)
    if (watchers.current === 0 && as !== 'share' && as !== 'sign')
      showToast({ text: t`Saved ${result.name}`, action: { label: t`Open`, onClick: () => onOpen(result) } })
    onSaved(as)
    if (result.sessionId) onSign({ session: result.sessionId })
  }
  return {
    save: (as) => void save(as),
    extract: (some) => void run('download', partOf(draft, some), t`Pages of ${file.name}`, false),
    saving: mutation.isPending,
    saved,
    problem,
    share: setShared,
    watch: useCallback(() => {
      watchers.current += 1
      return () => {
        watchers.current -= 1
      }
    }, []),
    dialog: shared && (
      <ShareDialog
        target={shared.fileId ? { fileId: shared.fileId } : { conversionId: shared.conversionId }}
        expiresAt={shared.fileId ? null : shared.expiresAt}
        name={shared.name}
        open
        onClose={() => setShared(null)}
      />
    ),
  }
}

const savedOf = (
  as: SaveAs,
  { id, delivery, output, filename, download_url, credits_charged, expires_at }: Conversion,
): Saved => ({
  as,
  at: Date.now(),
  conversionId: id,
  fileId: delivery?.file_id ?? null,
  sessionId: delivery?.session_id ?? null,
  name: output?.filename ?? filename,
  url: download_url === null ? null : ownPath(download_url),
  size: output?.size_bytes ?? null,
  charged: credits_charged ?? 0,
  expiresAt: expires_at,
  warnings: output?.warning_messages ?? [],
})
