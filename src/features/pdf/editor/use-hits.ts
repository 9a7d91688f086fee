import { useLingui } from '@lingui/react/macro'
import { randomId } from '../../../lib/random-id.ts'
import { showToast } from '../../../ui/toaster.tsx'
import { type Hit, type Pdf, type PdfHandle, rectsOfHit, textOfHit, useViewer } from '../viewer/index.ts'
import type { Draft, DraftMark, DraftPage, DraftTerm } from './draft.ts'
import { ofCorners } from './geometry.ts'
import type { MarkStyle } from './styles.ts'

/** The limit of terms in one save. */
const MOST_TERMS = 50
/** The limit of rectangles in one annotation. */
const MOST_RECTS = 500

type Hits = {
  pdf: Pdf | null
  handle: PdfHandle
  pages: readonly DraftPage[]
  style: MarkStyle['highlight']
  terms: readonly DraftTerm[]
  onChange: (change: (draft: Draft) => Draft) => void
}

/**
 * The search results, to highlight or redact all of them. Null without results or while the search
 * runs.
 */
export function useHits({ pdf, handle, pages, style, terms, onChange }: Hits) {
  const { t } = useLingui()
  const found = useViewer(handle, (state) => state.found)
  if (!pdf || !found?.done || found.hits.length === 0) return null
  const { hits, options } = found
  return {
    count: hits.length,
    async highlight() {
      const made = await marksOn(pdf, hits, pages, style)
      onChange((draft) => ({ ...draft, marks: [...draft.marks, ...made] }))
    },
    /** Uses the file's spelling: a search ignores accents, and redaction does not. */
    async redact() {
      const { matchCase = false, wholeWords = false } = options
      const texts = await Promise.all(hits.map((hit) => textOfHit(pdf, hit)))
      const spellings = new Set(texts.map((text) => (matchCase ? text : text.toLowerCase())))
      const sought = [...spellings].map((text): DraftTerm => ({ text, matchCase, wholeWords }))
      const more = sought.filter((term) => !terms.some((one) => isSame(one, term)))
      if (terms.length + more.length > MOST_TERMS)
        showToast({ kind: 'error', text: t`You can redact up to ${MOST_TERMS} search terms at once.` })
      else if (more.length > 0) onChange((draft) => ({ ...draft, terms: [...draft.terms, ...more] }))
    },
  }
}

const isSame = (a: DraftTerm, b: DraftTerm) =>
  a.text === b.text && a.matchCase === b.matchCase && a.wholeWords === b.wholeWords

/** One annotation per page, or several on pages with many results. */
async function marksOn(
  pdf: Pdf,
  hits: readonly Hit[],
  pages: readonly DraftPage[],
  style: MarkStyle['highlight'],
): Promise<DraftMark[]> {
  const byPlace = Map.groupBy(hits, ({ page }) => page)
  const made = [...byPlace].map(async ([place, here]): Promise<DraftMark[]> => {
    const on = pages[place - 1]?.id
    const rects = (await Promise.all(here.map((hit) => rectsOfHit(pdf, hit)))).flat()
    const boxes = rects.map(ofCorners)
    const marks: DraftMark[] = []
    for (let at = 0; on !== undefined && at < boxes.length; at += MOST_RECTS)
      marks.push({
        id: randomId(),
        on,
        kind: 'highlight',
        rects: boxes.slice(at, at + MOST_RECTS),
        ...style,
      })
    return marks
  })
  return (await Promise.all(made)).flat()
}
