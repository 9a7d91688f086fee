import { type RefObject, useEffect } from 'react'
import { useLatest } from '../../../../lib/use-latest.ts'
import { useMedia } from '../../../../lib/use-media.ts'
import { useRoom } from '../../../../lib/use-room.ts'
import { useView, zoomTo } from './view-store.ts'
import { bounded, FOOT, fitOf, stepped } from './zoom.ts'

/** The scale of the image on its stage, by buttons, keys and the wheel with Ctrl. */
export function useStage(stage: RefObject<HTMLElement | null>, image: { width: number; height: number }) {
  const room = useRoom(stage)
  const chosen = useView(({ zoom }) => zoom)
  const isTouched = useMedia('(pointer: coarse)')
  const fit = fitOf(image, room, isTouched ? FOOT.finger : FOOT.mouse)
  const scale = chosen ?? fit
  const zoom = (isUp: boolean) => zoomTo(stepped(scale, isUp))
  const wheel = useLatest((event: WheelEvent) => {
    // The stage scrolls; only with the key that zooms elsewhere does it zoom.
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    zoomTo(bounded(scale * Math.exp(-event.deltaY / 300)))
  })
  useEffect(() => {
    const target = stage.current
    // React's own would be passive and could not keep the page from zooming.
    const onWheel = (event: WheelEvent) => wheel.current(event)
    target?.addEventListener('wheel', onWheel, { passive: false })
    return () => target?.removeEventListener('wheel', onWheel)
  }, [stage])
  return { scale, isFit: chosen === null, zoom, fit: () => zoomTo(null) }
}
