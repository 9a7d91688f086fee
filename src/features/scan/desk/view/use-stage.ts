import { type RefObject, useEffect } from 'react'
import { useLatest } from '../../../../lib/use-latest.ts'
import { useMedia } from '../../../../lib/use-media.ts'
import { useRoom } from '../../../../lib/use-room.ts'
import { useView, zoomTo } from './view-store.ts'
import { bounded, FOOT, fitOf, stepped } from './zoom.ts'

/** The zoom of the image, by buttons, keys and Ctrl with the wheel. */
export function useStage(stage: RefObject<HTMLElement | null>, image: { width: number; height: number }) {
  const room = useRoom(stage)
  const chosen = useView(({ zoom }) => zoom)
  const isTouched = useMedia('(pointer: coarse)')
  const fit = fitOf(image, room, isTouched ? FOOT.finger : FOOT.mouse)
  const scale = chosen ?? fit
  const zoom = (isUp: boolean) => zoomTo(stepped(scale, isUp))
  const wheel = useLatest((event: WheelEvent) => {
    // The wheel scrolls; it zooms only with Ctrl or ⌘.
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    zoomTo(bounded(scale * Math.exp(-event.deltaY / 300)))
  })
  useEffect(() => {
    const target = stage.current
    // React's listener is passive and could not prevent the browser's zoom.
    const onWheel = (event: WheelEvent) => wheel.current(event)
    target?.addEventListener('wheel', onWheel, { passive: false })
    return () => target?.removeEventListener('wheel', onWheel)
  }, [stage])
  return { scale, isFit: chosen === null, zoom, fit: () => zoomTo(null) }
}
