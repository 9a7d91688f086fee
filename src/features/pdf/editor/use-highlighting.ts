import { useEffect } from 'react'
import { randomId } from '../../../lib/random-id.ts'
import type { PageView } from '../viewer/index.ts'
import type { Draft, DraftMark, PointRect } from './draft.ts'
import { between } from './geometry.ts'
import type { MarkStyle } from './styles.ts'

/** A visible page, with its page of the draft. */
export interface Seen {
  view: PageView
  on: string
}

/**
 * Highlights selected text at the end of a selection by mouse, or with Enter. `seen` are the
 * visible pages, by index.
 */
export function useHighlighting(
  active: boolean,
  style: MarkStyle['highlight'],
  seen: ReadonlyMap<number, Seen>,
  onChange: (change: (draft: Draft) => Draft) => void,
): void {
  useEffect(() => {
    if (!active) return
    const take = () => {
      const made = marksOf(getSelection(), style, seen)
      if (made.length === 0) return
      onChange((draft) => ({ ...draft, marks: [...draft.marks, ...made] }))
      getSelection()?.removeAllRanges()
    }
    const onKey = (event: KeyboardEvent) => event.key === 'Enter' && take()
    document.addEventListener('pointerup', take)
    document.addEventListener('keyup', onKey)
    return () => {
      document.removeEventListener('pointerup', take)
      document.removeEventListener('keyup', onKey)
    }
  }, [active, style, seen, onChange])
}

function marksOf(
  selection: Selection | null,
  style: MarkStyle['highlight'],
  seen: ReadonlyMap<number, Seen>,
): DraftMark[] {
  if (!selection || selection.isCollapsed) return []
  const marks: DraftMark[] = []
  const rects = Array.from({ length: selection.rangeCount }, (_, at) => [
    ...selection.getRangeAt(at).getClientRects(),
  ]).flat()
  for (const [place, { view, on }] of seen) {
    const page = document.querySelector(`[data-place="${place}"]`)?.getBoundingClientRect()
    if (!page) continue
    const here = rects.filter(
      ({ left, right, top, bottom, width, height }) =>
        width > 1 &&
        height > 1 &&
        left >= page.left - 1 &&
        right <= page.right + 1 &&
        top >= page.top - 1 &&
        bottom <= page.bottom + 1 &&
        // Skips the page element, which a selection across pages includes.
        height < page.height / 2,
    )
    const lines = joined(
      here.map(({ left, right, top, bottom }) =>
        between(
          view.toPoints(left - page.left, top - page.top),
          view.toPoints(right - page.left, bottom - page.top),
        ),
      ),
    )
    if (lines.length > 0) marks.push({ id: randomId(), on, kind: 'highlight', rects: lines, ...style })
  }
  return marks
}

/** Merges touching rectangles of a line, and removes duplicates. */
export function joined(rects: readonly PointRect[]): PointRect[] {
  const lines: PointRect[] = []
  for (const rect of rects) {
    const last = lines.at(-1)
    const same =
      last &&
      Math.abs(last.y - rect.y) < rect.height / 2 &&
      Math.abs(last.height - rect.height) < rect.height / 2 &&
      rect.x <= last.x + last.width + rect.height &&
      rect.x + rect.width >= last.x - rect.height
    if (!last || !same) {
      lines.push(rect)
      continue
    }
    const left = Math.min(last.x, rect.x)
    const bottom = Math.min(last.y, rect.y)
    lines[lines.length - 1] = {
      x: left,
      y: bottom,
      width: Math.max(last.x + last.width, rect.x + rect.width) - left,
      height: Math.max(last.y + last.height, rect.y + rect.height) - bottom,
    }
  }
  return lines
}
