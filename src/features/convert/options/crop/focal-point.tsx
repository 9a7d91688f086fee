import { useLingui } from '@lingui/react/macro'
import type { KeyboardEvent, PointerEvent } from 'react'
import { ARROWS } from './arrows.ts'
import type { Crop, Size } from './crop-math.ts'
import type { Focal } from './focal-math.ts'

type FocalPointProps = {
  image: Size
  focal: Focal
  /** The area that is kept around it. */
  kept: Crop
  onChange: (focal: Focal) => void
}

/**
 * A circle on the image, moved by drag or the arrow keys, and the frame of the area kept around it.
 */
export function FocalPoint({ image, focal, kept, onChange }: FocalPointProps) {
  const { t } = useLingui()
  const share = (part: number, of: number) => `${(100 * part) / of}%`
  function onPointerDown(event: PointerEvent) {
    if (event.button !== 0) return
    event.preventDefault()
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  function onPointerMove(event: PointerEvent) {
    const box = event.currentTarget.parentElement?.getBoundingClientRect()
    if (!box || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    onChange({
      x: (100 * (event.clientX - box.left)) / box.width,
      y: (100 * (event.clientY - box.top)) / box.height,
    })
  }
  function onKeyDown(event: KeyboardEvent) {
    const arrow = ARROWS[event.key]
    if (!arrow || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const step = event.shiftKey ? 10 : 1
    onChange({ x: focal.x + step * arrow[0], y: focal.y + step * arrow[1] })
  }
  return (
    <>
      <span
        aria-hidden="true"
        data-kept
        className="pointer-events-none absolute outline-2 -outline-offset-2 outline-paper outline-dashed shadow-[0_0_0_9999px_rgb(0_0_0/0.4)]"
        style={{
          left: share(kept.x, image.width),
          top: share(kept.y, image.height),
          width: share(kept.width, image.width),
          height: share(kept.height, image.height),
        }}
      />
      <span
        role="slider"
        tabIndex={0}
        aria-label={t`Focal point`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={focal.x}
        aria-valuetext={t`${focal.x}% from the left, ${focal.y}% from the top`}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        className="group/focal absolute grid size-11 -translate-1/2 cursor-move touch-none place-items-center outline-none"
        style={{ left: `${focal.x}%`, top: `${focal.y}%` }}
      >
        <span className="grid size-5 place-items-center rounded-full border-2 border-paper bg-black/40 shadow-[0_0_0_1px_rgb(0_0_0/0.5)] group-focus-visible/focal:outline-2 group-focus-visible/focal:outline-offset-2 group-focus-visible/focal:outline-accent">
          <span className="size-1.5 rounded-full bg-paper" />
        </span>
      </span>
    </>
  )
}
