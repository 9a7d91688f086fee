import { useLayoutEffect, useState } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import type { Turn } from './geometry.ts'
import { type Hit, type PdfHandle, useViewer } from './handle.ts'

/** In percent of the page, so that they are correct at any zoom. */
type Mark = { left: string; top: string; width: string; height: string; current: boolean }

type MarksProps = {
  handle: PdfHandle
  number: number
  /** The page's text layer; null until it is rendered. */
  pieces: readonly HTMLElement[] | null
  rotation: Turn
}

/** The search results on a page; the current one is emphasized. */
export function Marks({ handle, number, pieces, rotation }: MarksProps) {
  const found = useViewer(handle, (state) => state.found)
  const [marks, setMarks] = useState<readonly Mark[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text turns with the page
  useLayoutEffect(() => {
    const page = pieces?.[0]?.closest('[data-place]')?.getBoundingClientRect()
    if (!found || !pieces || !page) return setMarks((old) => (old.length > 0 ? [] : old))
    const current = found.hits[found.current]
    const hits = found.hits.filter((hit) => hit.page === number)
    setMarks(hits.flatMap((hit) => marksOf(hit, pieces, page, hit === current)))
  }, [found, pieces, number, rotation])
  if (marks.length === 0) return null
  return (
    <div className="pointer-events-none absolute inset-0 mix-blend-multiply">
      {marks.map(({ current, ...box }) => (
        <span
          key={`${box.left} ${box.top} ${box.width}`}
          data-mark=""
          data-current={current ? '' : undefined}
          className={classNames(
            'absolute rounded-mark bg-paper-mark',
            current && 'outline-2 outline-paper-accent',
          )}
          style={box}
        />
      ))}
    </div>
  )
}

/** One for each text item of the result. */
function marksOf({ from, to }: Hit, pieces: readonly HTMLElement[], page: DOMRect, current: boolean): Mark[] {
  const marks: Mark[] = []
  const percent = (part: number, whole: number) => `${(100 * part) / whole}%`
  for (let at = from.piece; at <= to.piece; at++) {
    const text = pieces[at]?.firstChild
    if (!text) continue
    const length = text.textContent?.length ?? 0
    const range = document.createRange()
    range.setStart(text, at === from.piece ? Math.min(from.offset, length) : 0)
    range.setEnd(text, at === to.piece ? Math.min(to.offset, length) : length)
    const { left, top, width, height } = range.getBoundingClientRect()
    if (width === 0 || height === 0) continue
    marks.push({
      left: percent(left - page.left, page.width),
      top: percent(top - page.top, page.height),
      width: percent(width, page.width),
      height: percent(height, page.height),
      current,
    })
  }
  return marks
}
