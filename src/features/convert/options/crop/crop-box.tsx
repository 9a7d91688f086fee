import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react'
import { classNames } from '../../../../lib/class-names.ts'
import { ARROWS } from './arrows.ts'
import { type Crop, type Handle, isWhole, moved, resized, type Size } from './crop-math.ts'

type CropBoxProps = {
  image: Size
  crop: Crop
  /** Width by height; null for any. */
  ratio: number | null
  onChange: (crop: Crop) => void
  /** The image, filling its box. */
  children: ReactNode
  /** Rendered over the image and its frame. */
  overlay?: ReactNode
}

const HANDLES: (Handle & { className: string; cursor: string })[] = [
  { x: -1, y: -1, className: '-start-3 -top-3', cursor: 'cursor-nwse-resize' },
  { x: 1, y: -1, className: '-end-3 -top-3', cursor: 'cursor-nesw-resize' },
  { x: -1, y: 1, className: '-start-3 -bottom-3', cursor: 'cursor-nesw-resize' },
  { x: 1, y: 1, className: '-end-3 -bottom-3', cursor: 'cursor-nwse-resize' },
]

/** The crop area of an image: dragged by its corners or as a whole, or moved by the arrow keys. */
export function CropBox({ image, crop, ratio, onChange, children, overlay }: CropBoxProps) {
  const { t } = useLingui()
  const box = useRef<HTMLDivElement>(null)
  const hold = useRef<{ x: number; y: number; crop: Crop; handle: Handle | null } | null>(null)
  const { x, y, width, height } = crop
  const percent = (part: number, of: number) => `${(100 * part) / of}%`

  const onPointerDown = (handle: Handle | null) => (event: PointerEvent) => {
    if (event.button !== 0) return
    event.preventDefault()
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    hold.current = { x: event.clientX, y: event.clientY, crop, handle }
  }
  function onPointerMove(event: PointerEvent) {
    const held = hold.current
    const edge = box.current?.getBoundingClientRect()
    if (!held || !edge || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    const scale = image.width / edge.width
    const [dx, dy] = [(event.clientX - held.x) * scale, (event.clientY - held.y) * scale]
    onChange(
      held.handle ? resized(held.crop, held.handle, dx, dy, image, ratio) : moved(held.crop, dx, dy, image),
    )
  }
  const onPointerUp = () => {
    hold.current = null
  }
  function onKeyDown(event: KeyboardEvent) {
    const arrow = ARROWS[event.key]
    if (!arrow || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const step = event.shiftKey ? 10 : 1
    const [dx, dy] = [arrow[0] * step, arrow[1] * step]
    // Alt moves the lower right corner, so that a crop can be resized by keyboard.
    const corner: Handle = { x: dx === 0 && ratio === null ? 0 : 1, y: dy === 0 && ratio === null ? 0 : 1 }
    onChange(event.altKey ? resized(crop, corner, dx, dy, image, ratio) : moved(crop, dx, dy, image))
  }
  const pointer = { onPointerMove, onPointerUp, onPointerCancel: onPointerUp }
  return (
    <div
      ref={box}
      dir="ltr"
      className="relative mx-auto overflow-hidden bg-sunk select-none"
      style={{ aspectRatio: `${image.width} / ${image.height}`, maxHeight: '18rem' }}
    >
      {children}
      {/* biome-ignore lint/a11y/useSemanticElements: it is no set of fields */}
      <div
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move it
        tabIndex={0}
        aria-label={t`Crop frame, ${width} by ${height} pixels, ${x} from the left, ${y} from the top. Arrow keys move it, with Alt they resize it.`}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown(null)}
        {...pointer}
        className="absolute cursor-move touch-none outline-2 outline-paper shadow-[0_0_0_9999px_rgb(0_0_0/0.55)] focus-visible:outline-accent"
        style={{
          left: percent(x, image.width),
          top: percent(y, image.height),
          width: percent(width, image.width),
          height: percent(height, image.height),
        }}
      >
        {!isWhole(crop, image) && <Thirds />}
        {HANDLES.map((handle) => (
          <span
            key={handle.className}
            onPointerDown={onPointerDown(handle)}
            {...pointer}
            data-handle={`${handle.x},${handle.y}`}
            className={`absolute size-11 touch-none p-3 ${handle.className} ${handle.cursor}`}
          >
            <span
              className={classNames(
                'absolute size-4 border-paper',
                handle.x < 0 ? 'start-3 border-s-4' : 'end-3 border-e-4',
                handle.y < 0 ? 'top-3 border-t-4' : 'bottom-3 border-b-4',
              )}
            />
          </span>
        ))}
      </div>
      {overlay}
    </div>
  )
}

function Thirds() {
  const line = 'absolute bg-paper/50'
  return (
    <span aria-hidden="true">
      <span className={`${line} inset-y-0 left-1/3 w-px`} />
      <span className={`${line} inset-y-0 left-2/3 w-px`} />
      <span className={`${line} inset-x-0 top-1/3 h-px`} />
      <span className={`${line} inset-x-0 top-2/3 h-px`} />
    </span>
  )
}
