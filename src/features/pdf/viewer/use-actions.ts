import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { useLatest } from '../../../lib/use-latest.ts'
import { type Arrangement, placeOf } from './arrangement.ts'
import { targetOf } from './destinations.ts'
import type { FieldValues } from './field-values.ts'
import { createFinder, type Finder } from './finder.ts'
import { type Point, pageView, turned } from './geometry.ts'
import type { Actions, Hit, PdfHandle } from './handle.ts'
import type { Pdf } from './pdf.ts'
import type { PrintOverlay } from './print.ts'
import { clamp, FULL, GAP } from './scale.ts'
import { usePrinting } from './use-printing.ts'
import type { Stage, useScroll } from './use-scroll.ts'

type ActionsInput = {
  pdf: Pdf
  handle: PdfHandle
  arrangement: Arrangement
  stage: Stage
  scroll: ReturnType<typeof useScroll>
  scroller: RefObject<HTMLElement | null>
  /** The page that "fit" applies to. */
  fitted: RefObject<number>
  rotation: number
  values: FieldValues | undefined
  printOverlay: PrintOverlay | undefined
  onPageChange: ((page: number) => void) | undefined
}

/** The handle's methods, while the viewer is mounted. */
export function useActions(input: ActionsInput): Actions {
  const latest = useLatest(input)
  const { pdf, handle, arrangement, stage, onPageChange } = input
  const { print, stopPrinting } = usePrinting(pdf, handle, latest)

  const finder = useRef<Finder | null>(null)
  const acts = useMemo<Actions>(() => {
    const count = () => latest.current.arrangement.length
    /** @param lead the distance of the point from the top edge */
    function move(page: number, point: Point | null, lead = GAP) {
      const { stage, scroll, scroller, arrangement, rotation } = latest.current
      const place = clamp(Math.round(page) - 1, 0, Math.max(0, count() - 1))
      const top = stage.layout.tops[place]
      const one = arrangement[place]
      const box = scroller.current
      if (top === undefined || !one || !box) return
      if (!point) return scroll.goTo(place, top - GAP)
      const view = pageView({
        shape: pdf.shape(one.page - 1),
        index: one.page - 1,
        number: place + 1,
        scale: stage.scale,
        turn: one.rotate + rotation,
      })
      const at = view.toBox([point.x, point.y, point.x, point.y])
      const x = (stage.width - view.box.width) / 2 + at.left
      const seen = x >= box.scrollLeft && x < box.scrollLeft + box.clientWidth - GAP
      scroll.goTo(
        place,
        top + clamp(at.top, 0, view.box.height) - lead,
        seen ? box.scrollLeft : x - box.clientWidth / 3,
      )
    }
    function goTo(page: number, point?: Point) {
      move(page, null)
      const one = latest.current.arrangement[page - 1]
      if (!point || !one) return
      // The position on the page needs its size.
      pdf.page(one.page - 1).then(
        () => move(page, point),
        () => {},
      )
    }
    async function reveal(hit: Hit) {
      const point = await pdf.pointOf(hit.index, hit.from.piece, hit.from.offset).catch(() => null)
      const { found } = handle.state()
      const wanted = found?.hits[found.current]
      if (wanted && (wanted.page !== hit.page || wanted.from.piece !== hit.from.piece)) return
      const { scroller, stage } = latest.current
      const height = scroller.current?.clientHeight ?? 0
      const top = scroller.current?.scrollTop ?? 0
      const pageTop = stage.layout.tops[hit.page - 1]
      if (!point || pageTop === undefined) return move(hit.page, null)
      // A visible result is not scrolled.
      const mark = scroller.current?.querySelector(`[data-place="${hit.page}"] [data-current]`)
      const box = mark?.getBoundingClientRect()
      const edge = scroller.current?.getBoundingClientRect()
      if (box && edge && box.top > edge.top + 24 && box.bottom < edge.bottom - 80 && top >= 0) return
      move(hit.page, point, height / 3)
    }
    finder.current = createFinder(
      pdf,
      (found) => handle.set({ found }),
      (hit) => void reveal(hit),
    )
    return {
      goTo,
      goToDestination(dest) {
        void targetOf(pdf, dest).then((target) => {
          const page = target && placeOf(latest.current.arrangement, target.page)
          if (page) goTo(page, target.point ?? undefined)
        })
      },
      zoomTo(zoom) {
        latest.current.fitted.current = handle.state().page - 1
        handle.set({ zoom })
      },
      zoomBy(factor) {
        handle.set({ zoom: clamp((latest.current.stage.scale / FULL) * factor, 0.1, 8) })
      },
      rotate(by) {
        handle.set({ rotation: turned(handle.state().rotation + by) })
      },
      find(query, options = {}) {
        finder.current?.find(query, options, handle.state().page, latest.current.arrangement)
      },
      step(by) {
        const hit = finder.current?.step(by)
        if (hit) void reveal(hit)
      },
      print,
      stopPrinting,
    }
  }, [pdf, handle, print, stopPrinting])

  useEffect(() => {
    handle.set({ pages: arrangement.length })
    finder.current?.arrange(arrangement)
  }, [handle, arrangement])
  useEffect(() => handle.set({ scale: stage.scale / FULL }), [handle, stage.scale])

  // Calls before the container had a size run now.
  const ready = stage.scale > 0
  useEffect(() => {
    if (ready) return handle.connect(acts)
  }, [handle, acts, ready])
  useEffect(() => () => finder.current?.stop(), [])

  const told = useLatest(onPageChange)
  useEffect(() => {
    let page = handle.state().page
    return handle.subscribe(() => {
      const now = handle.state().page
      if (now !== page) told.current?.(now)
      page = now
    })
  }, [handle])
  return acts
}
