import { useEffect, useRef, useState } from 'react'
import { type Pdf, startOpening } from '../viewer/index.ts'
import { blankSheet } from './blank-sheet.ts'
import type { DraftPage, FurtherFile } from './draft.ts'

/** Where the pages of a further file begin among those of the file itself, counted from 0, and how many they are. */
export type Offsets = ReadonlyMap<string, { from: number; pages: number }>

const NONE: Offsets = new Map()

/** Opens the files that pages were put in from, beside the file itself. What does not open is not in the answer. */
export function useFurther(
  pdf: Pdf | null,
  further: readonly FurtherFile[],
  files: ReadonlyMap<string, Blob>,
): Offsets {
  const [offsets, setOffsets] = useState<Offsets>(NONE)
  const begun = useRef(new Map<string, () => void>())
  useEffect(() => {
    if (!pdf) return
    for (const { id, kind, size } of further) {
      const file = kind === 'blank' && size ? blankSheet(size) : kind === 'pdf' ? files.get(id) : undefined
      if (!file || begun.current.has(id)) continue
      const stop = startOpening(
        { file },
        (open) => {
          if (open.state !== 'open') return
          const from = pdf.append(open.pdf)
          const { pages } = open.pdf
          setOffsets((known) => (known.has(id) ? known : new Map(known).set(id, { from, pages })))
        },
        () => {},
      )
      begun.current.set(id, stop)
    }
  }, [pdf, further, files])
  useEffect(() => {
    const stops = begun.current
    return () => {
      for (const stop of stops.values()) stop()
    }
  }, [])
  return offsets
}

/** The number of a page among those that the viewer knows, from 1. */
export const numberOf = ({ file, page }: DraftPage, offsets: Offsets): number =>
  (file ? (offsets.get(file)?.from ?? 0) : 0) + page
