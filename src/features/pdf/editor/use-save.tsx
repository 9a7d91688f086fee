import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useRef, useState } from 'react'
import { toApiError } from '../../../api/errors.ts'
import { type SaveDestination, useSavePdf } from '../../../api/pdf.ts'
import { ownPath } from '../../../api/preview.ts'
import { randomId } from '../../../lib/random-id.ts'
import { startDownload } from '../../../lib/start-download.ts'
import { hideToast, showToast } from '../../../ui/toaster.tsx'
import { useProblemWords } from '../../problems/index.ts'
import { ShareDialog } from '../../shares/manage/index.ts'
import { type Draft, type DraftPage, editsOf, isEmpty, neededFiles, partOf } from './draft.ts'
import type { WorkFile } from './work-file.ts'

export type SaveAs = 'download' | 'storage' | 'replace' | 'share' | 'sign'

/** Where the service brings it. What is shared is stored first; and there is nothing to replace of what is stored nowhere. */
const KINDS = {
  download: 'download',
  storage: 'storage',
  share: 'storage',
  replace: 'storage',
  sign: 'sign',
} as const satisfies Record<SaveAs, string>

/** What is to be signed: a session that was begun with it, or a file as it lies there. */
export type ToSign = { session: string } | { file: string } | { conversion: string }

interface Delivered {
  session: string | null
}

interface Saving {
  file: WorkFile
  draft: Draft
  files: ReadonlyMap<string, Blob>
  pages: number
  /** Opens the file, where it needed one. */
  password: string | null
  /** The draft is where it was to go. */
  onSaved: (as: SaveAs) => void
  /** What leads to the stored file, for the toast. */
  onOpenStored: (fileId: string) => void
  onSign: (what: ToSign) => void
}

/** Saves the draft somewhere. What goes wrong is said, and the draft stays as it is. */
export function useSave({ file, draft, files, pages, password, onSaved, onOpenStored, onSign }: Saving): {
  save: (as: SaveAs) => void
  /** These pages alone, as a file to download. The draft stays as it is. */
  extract: (pages: readonly DraftPage[]) => void
  saving: boolean
  dialog: ReactNode
} {
  const { t } = useLingui()
  const words = useProblemWords()
  const mutation = useSavePdf()
  const [shared, setShared] = useState<{ fileId: string; name: string } | null>(null)
  // The same draft to the same place is the same request, however often it is sent.
  const asked = useRef({ what: '', key: '' })

  async function run(as: SaveAs, draft: Draft, name: string): Promise<Delivered | null> {
    const edits = { ...editsOf(draft, pages), ...(password !== null && { password }) }
    const destination: NonNullable<SaveDestination> =
      as === 'replace' && file.fileId ? { kind: 'replace', file_id: file.fileId } : { kind: KINDS[as] }
    const what = JSON.stringify([file.identity, edits, as])
    if (asked.current.what !== what) asked.current = { what, key: randomId() }
    const toast = showToast({ id: 'save-pdf', kind: 'working', text: t`Saving ${name}…` })
    try {
      const { key } = asked.current
      const done = await mutation.mutateAsync({
        source: file.source,
        further: neededFiles(draft).flatMap(({ id, name }) => {
          const blob = files.get(id)
          return blob ? [{ file: blob, name }] : []
        }),
        edits,
        destination,
        filename: name,
        key,
      })
      hideToast(toast)
      if (done.status === 'failed') throw new Error(done.error?.message ?? t`The file couldn’t be saved.`)
      if (done.delivery?.state === 'failed')
        throw new Error(done.delivery.problem ?? t`The file couldn’t be saved to Storage.`)
      asked.current = { what: '', key: '' }
      const fileId = done.delivery?.file_id ?? null
      if (as === 'download' && done.download_url) startDownload(ownPath(done.download_url))
      if (as === 'share' && fileId) setShared({ fileId, name: done.output?.filename ?? file.name })
      if (as === 'storage' && fileId)
        showToast({
          text: t`Saved to Storage`,
          action: { label: t`Open`, onClick: () => onOpenStored(fileId) },
        })
      if (as === 'replace') showToast({ text: t`Saved. The previous version is kept.` })
      return { session: done.delivery?.session_id ?? null }
    } catch (error) {
      hideToast(toast)
      const api = error instanceof Error && error.name === 'Error' ? null : toApiError(error)
      showToast({ kind: 'error', text: api ? words(api) : (error as Error).message })
      return null
    }
  }
  async function save(as: SaveAs) {
    const asIs = as === 'sign' && isEmpty(draft) && password === null
    if (asIs && file.fileId) return onSign({ file: file.fileId })
    if (asIs && file.conversionId) return onSign({ conversion: file.conversionId })
    const saved = await run(as, draft, file.name)
    if (!saved) return
    onSaved(as)
    if (saved.session) onSign({ session: saved.session })
  }
  return {
    save: (as) => void save(as),
    extract: (some) => void run('download', partOf(draft, some), t`Pages of ${file.name}`),
    saving: mutation.isPending,
    dialog: shared && (
      <ShareDialog
        target={{ fileId: shared.fileId }}
        name={shared.name}
        open
        onClose={() => setShared(null)}
      />
    ),
  }
}
