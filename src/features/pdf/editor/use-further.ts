import { useEffect, useRef, useState } from 'react'
import { useLatest } from '../../../lib/use-latest.ts'
import type { Pdf } from '../viewer/index.ts'
import { blankSheet } from './blank-sheet.ts'
import type { DraftPage, FurtherFile } from './draft.ts'
import { type AskPassword, openWithPassword } from './open-with-password.ts'

/** The index of the first page of an inserted file, counted from 0, and its number of pages. */
export type Offsets = ReadonlyMap<string, { from: number; pages: number }>

const NONE: Offsets = new Map()

type FurtherInput = {
  pdf: Pdf | null
  further: readonly FurtherFile[]
  files: ReadonlyMap<string, Blob>
  /** Passwords of inserted files, by id. They last as long as the editor. */
  passwords: Map<string, string>
  ask: AskPassword
  /** The user entered no password: the file can be opened later. */
  onLocked: (file: FurtherFile, retry: () => void) => void
}

/**
 * Opens the inserted files and appends their pages. Files that do not open are not in the result.
 */
export function useFurther({ pdf, further, files, passwords, ask, onLocked }: FurtherInput): Offsets {
  const [offsets, setOffsets] = useState<Offsets>(NONE)
  const begun = useRef(new Map<string, () => void>())
  const locked = useLatest(onLocked)
  useEffect(() => {
    if (!pdf) return
    async function open(one: FurtherFile, file: Blob, pdf: Pdf) {
      const { id, name } = one
      const known = passwords.get(id) ?? null
      const [opening, stop] = openWithPassword({ file, name, known, ask })
      begun.current.set(id, stop)
      const opened = await opening
      if (opened === 'cancelled') return locked.current(one, () => void open(one, file, pdf))
      if (!opened) return
      if (opened.password !== null) passwords.set(id, opened.password)
      const from = pdf.append(opened.pdf)
      const { pages } = opened.pdf
      setOffsets((known) => (known.has(id) ? known : new Map(known).set(id, { from, pages })))
    }
    for (const one of further) {
      const { id, kind, size } = one
      const file = kind === 'blank' && size ? blankSheet(size) : kind === 'pdf' ? files.get(id) : undefined
      if (file && !begun.current.has(id)) void open(one, file, pdf)
    }
  }, [pdf, further, files, passwords, ask])
  useEffect(() => {
    const stops = begun.current
    return () => {
      for (const stop of stops.values()) stop()
    }
  }, [])
  return offsets
}

/** The number of a page in the viewer, from 1. */
export const numberOf = ({ file, page }: DraftPage, offsets: Offsets): number =>
  (file ? (offsets.get(file)?.from ?? 0) : 0) + page
