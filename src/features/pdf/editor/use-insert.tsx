import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { randomId } from '../../../lib/random-id.ts'
import { useWindowFiles } from '../../../stores/file-taker.ts'
import { showToast } from '../../../ui/toaster.tsx'
import { UNREAD_FILES, useDropZone } from '../../../ui/use-drop-zone.tsx'
import type { Pdf } from '../viewer/index.ts'
import { type Draft, type DraftPage, type FurtherFile, pagesOf, withPages } from './draft.ts'
import { type AskPassword, openWithPassword } from './open-with-password.ts'

type Inserting = {
  pages: readonly DraftPage[]
  /** The index of the page to insert before, counted from 0. */
  at: number
  pdf: Pdf
  ask: AskPassword
  onAddFile: (id: string, file: Blob, password: string | null) => void
  onChange: (change: (draft: Draft) => Draft) => void
  /** The ids of the inserted pages. */
  onInserted: (ids: readonly string[]) => void
}

/** Inserts pages of other files, selected or dropped on the window, or a blank page. */
export function useInsert({ pages, at, pdf, ask, onAddFile, onChange, onInserted }: Inserting): {
  choose: () => void
  blank: () => void
  input: ReactNode
} {
  const { t } = useLingui()
  const put = (files: readonly { file: FurtherFile; count: number }[]) => {
    const added = files.flatMap(({ file, count }) =>
      Array.from({ length: count }, (_, index): DraftPage => {
        return { id: randomId(), file: file.id, page: index + 1, rotate: 0 }
      }),
    )
    onChange((draft) => {
      // Pages may have been moved while the files were opened.
      const now = pagesOf(draft, pdf.pages)
      const behind = at > 0 ? now.findIndex(({ id }) => id === pages[at - 1]?.id) + 1 : 0
      const next = { ...draft, further: [...draft.further, ...files.map(({ file }) => file)] }
      return withPages(next, now.toSpliced(behind || (at > 0 ? now.length : 0), 0, ...added), pdf.pages)
    })
    onInserted(added.map(({ id }) => id))
  }
  async function take(files: readonly File[]) {
    const read: { file: FurtherFile; count: number }[] = []
    for (const file of files) {
      // The viewer opens it separately.
      const [opening, stop] = openWithPassword({ file, name: file.name, known: null, ask })
      const opened = await opening
      stop()
      if (opened === 'cancelled') continue
      if (opened === null) {
        showToast({ kind: 'error', text: t`${file.name} isn’t a readable PDF.` })
        continue
      }
      const id = randomId()
      onAddFile(id, file, opened.password)
      read.push({ file: { id, name: file.name, kind: 'pdf' }, count: opened.pdf.pages })
    }
    if (read.length > 0) put(read)
  }
  useWindowFiles({ hint: () => t`Drop to insert pages`, onFiles: (files) => void take(files) })
  const { input, open } = useDropZone({
    label: t`PDF to insert`,
    accept: 'application/pdf,.pdf',
    onFiles: (files) => void take(files),
    onError: () => showToast({ kind: 'error', text: t(UNREAD_FILES) }),
  })
  return {
    choose: open,
    blank: () => {
      const [x1, y1, x2, y2] = pdf.shape(Math.max(0, (pages[at - 1] ?? pages[0])?.page ?? 1) - 1).view
      const size = { width: Math.round(x2 - x1), height: Math.round(y2 - y1) }
      put([{ file: { id: randomId(), name: '', kind: 'blank', size }, count: 1 }])
    },
    input,
  }
}
