import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useRef } from 'react'
import { randomId } from '../../lib/random-id.ts'
import { showToast } from '../../ui/toaster.tsx'
import { type Pdf, startOpening } from '../pdf/index.ts'
import { type Draft, type DraftPage, type FurtherFile, withPages } from './draft.ts'

type Inserting = {
  pages: readonly DraftPage[]
  /** Before the page that stands here now, counted from 0. */
  at: number
  pdf: Pdf
  onAddFile: (id: string, file: Blob) => void
  onChange: (change: (draft: Draft) => Draft) => void
}

/** Pages of another file, or an empty sheet, put in among the pages. */
export function useInsert({ pages, at, pdf, onAddFile, onChange }: Inserting): {
  choose: () => void
  blank: () => void
  input: ReactNode
} {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const put = (file: FurtherFile, count: number) =>
    onChange((draft) => {
      const added = Array.from({ length: count }, (_, index): DraftPage => {
        return { id: randomId(), file: file.id, page: index + 1, rotate: 0 }
      })
      const next = { ...draft, further: [...draft.further, file] }
      return withPages(next, pages.toSpliced(at, 0, ...added), pdf.pages)
    })
  function take(file: File) {
    const id = randomId()
    // How many pages it has is known once it is open; the viewer opens it again for itself.
    const stop = startOpening(
      { file },
      (open) => {
        if (open.state === 'loading') return
        stop()
        if (open.state === 'open') {
          onAddFile(id, file)
          put({ id, name: file.name, kind: 'pdf' }, open.pdf.pages)
        } else if (open.state === 'locked')
          showToast({ kind: 'error', text: t`${file.name} opens with a password. Remove it first.` })
        else showToast({ kind: 'error', text: t`${file.name} cannot be read as a PDF.` })
      },
      () => {},
    )
  }
  return {
    choose: () => input.current?.click(),
    blank: () => {
      const [x1, y1, x2, y2] = pdf.shape(Math.max(0, (pages[at - 1] ?? pages[0])?.page ?? 1) - 1).view
      const size = { width: Math.round(x2 - x1), height: Math.round(y2 - y1) }
      put({ id: randomId(), name: '', kind: 'blank', size }, 1)
    },
    input: (
      <input
        ref={input}
        type="file"
        accept="application/pdf,.pdf"
        aria-label={t`A PDF to insert`}
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) take(file)
        }}
      />
    ),
  }
}
