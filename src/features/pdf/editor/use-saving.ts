import { useState } from 'react'
import { useHotkeys } from '../../../lib/use-hotkeys.ts'
import type { Pdf } from '../viewer/index.ts'
import { type DraftPage, pagesOf } from './draft.ts'
import { estimateSize } from './estimate-size.ts'
import type { Saved } from './saved.ts'
import type { Drafting } from './use-draft.ts'
import type { Offsets } from './use-further.ts'
import { useRedactionCheck } from './use-redaction-check.ts'
import { type ToSign, useSave } from './use-save.tsx'
import { useSaveForm } from './use-save-form.ts'
import type { WorkFile } from './work-file.ts'

type SavingInput = {
  file: WorkFile
  drafting: Drafting
  /** Null until it is open. */
  pdf: Pdf | null
  /** The draft's loaded pages. */
  pages: readonly DraftPage[]
  password: string | null
  passwords: ReadonlyMap<string, string>
  offsets: Offsets
  signedIn: boolean
  /** Whether the save panel is beside the pages. */
  isBeside: boolean
  onReplaced: () => void
  onOpen: (saved: Saved) => void
  onSign: (what: ToSign) => void
}

/** Saving a draft: its form, the effect of redaction, and Ctrl S. */
export function useSaving(input: SavingInput) {
  const { file, drafting, pdf, pages, password, passwords, offsets, signedIn, isBeside } = input
  const { onReplaced, onOpen, onSign } = input
  const { draft, files } = drafting
  const count = pdf?.pages ?? 0
  const request = { draft, files, pages: count, password, passwords }
  const check = useRedactionCheck({ ...request, file, open: pdf !== null })
  const saver = useSave({
    ...request,
    file,
    onOpen,
    onSign,
    onSaved(as) {
      if (as !== 'replace') return drafting.saved()
      drafting.reset()
      onReplaced()
    },
  })
  const form = useSaveForm({
    saver,
    draft,
    isSaved: drafting.isSaved,
    signedIn,
    stored: file.fileId !== null,
    kept: (file.fileId ?? file.conversionId) !== null && password === null,
    open: pdf !== null,
    whole: pdf === null || pages.length === pagesOf(draft, count).length,
    size: estimateSize({ draft, size: file.size, pages: count, files, counts: offsets }),
    check,
  })
  const [saveOpen, setSaveOpen] = useState(false)
  useHotkeys({
    'mod+s': (event) => {
      event.preventDefault()
      // The price is shown before saving.
      if (!isBeside) setSaveOpen(pdf !== null)
      else if (form.reason === null && !saver.saving && !form.fresh) saver.save(form.destination.value)
    },
  })
  return { saver, form, check, saveOpen, setSaveOpen }
}
