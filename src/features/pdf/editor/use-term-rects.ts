import { useEffect, useState } from 'react'
import { hitsOn, type PageView, type Pdf, rectsOfHit } from '../viewer/index.ts'
import type { DraftTerm, PointRect } from './draft.ts'
import { ofCorners } from './geometry.ts'

const NONE: readonly PointRect[] = []

/** The approximate positions of terms to redact on a page: the server searches for them itself. */
export function useTermRects(
  pdf: Pdf | null,
  { index, number }: PageView,
  terms: readonly DraftTerm[],
): readonly PointRect[] {
  const [rects, setRects] = useState(NONE)
  useEffect(() => {
    let gone = false
    setRects(NONE)
    if (pdf && terms.length > 0)
      findTermRects(pdf, { index, number }, terms).then(
        (found) => !gone && setRects(found),
        () => {},
      )
    return () => {
      gone = true
    }
  }, [pdf, index, number, terms])
  return rects
}

/** The same, after the page's text is loaded. */
export async function findTermRects(
  pdf: Pdf,
  { index, number }: Pick<PageView, 'index' | 'number'>,
  terms: readonly DraftTerm[],
): Promise<PointRect[]> {
  const found: PointRect[] = []
  for (const { text, ...options } of terms)
    for (const hit of await hitsOn(pdf, index, number, text, options))
      found.push(...(await rectsOfHit(pdf, hit)).map(ofCorners))
  return found
}
