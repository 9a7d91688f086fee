import { useLingui } from '@lingui/react/macro'
import { MaximizeIcon, MinusIcon, PlusIcon } from 'lucide-react'
import { type CSSProperties, useRef, useState } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { formatZoom } from '../../../lib/format-zoom.ts'
import { useRoom } from '../../../lib/use-room.ts'
import { ViewBar, ViewBarButton, ViewBarFigure, ViewBarLine } from '../../../ui/view-bar.tsx'
import { Divider } from './divider.tsx'
import { useStage } from './use-stage.ts'
import type { Size } from './view-math.ts'

interface Layer {
  src: string
  alt: string
  label?: string
}

type ImageStageProps = {
  /** One, or the source and the result for comparison. */
  layers: readonly [Layer] | readonly [Layer, Layer]
  /** The layout size of both: the result's. */
  size: Size
  /** The same height as its neighbor, whatever its content. */
  fixed?: boolean | undefined
}

/** An image with zoom and pan; two are stacked with a divider. */
export function ImageStage({ layers, size, fixed }: ImageStageProps) {
  const { t, i18n } = useLingui()
  const box = useRef<HTMLDivElement>(null)
  const stage = useRoom(box)
  const { view, fit, zoom, zoomTo, handlers, moving } = useStage(box, stage, size)
  const [split, setSplit] = useState(50)
  const [first, second] = layers
  const movable = view.scale > fit * 1.001

  const placed: CSSProperties = {
    width: size.width * view.scale,
    height: size.height * view.scale,
    translate: `calc(-50% + ${view.pan.x}px) calc(-50% + ${view.pan.y}px)`,
    imageRendering: view.scale >= 3 ? 'pixelated' : undefined,
  }
  const image = ({ src, alt }: Layer) => (
    <img
      src={src}
      alt={alt}
      draggable={false}
      className="checkered absolute top-1/2 left-1/2 max-w-none"
      style={placed}
    />
  )
  return (
    <div className="relative bg-sunk" dir="ltr">
      {/* biome-ignore lint/a11y/useSemanticElements: it is no set of fields */}
      <div
        ref={box}
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the image
        tabIndex={0}
        aria-label={t`Image. Plus and minus zoom, arrow keys pan.`}
        {...handlers}
        className={classNames(
          'relative overflow-hidden focus-visible:focus-inset',
          movable ? (moving ? 'cursor-grabbing touch-none' : 'cursor-grab touch-none') : 'touch-pan-y',
        )}
        style={{ height: fixed ? '22rem' : heightFor(size) }}
      >
        {image(first)}
        {second && (
          <>
            <div className="absolute inset-0" style={{ clipPath: `inset(0 0 0 ${split}%)` }}>
              {image(second)}
            </div>
            <Divider at={split} onChange={setSplit} stage={box} first={first.label} second={second.label} />
          </>
        )}
      </div>
      <ViewBar label={t`Zoom`}>
        <ViewBarButton name={t`Zoom out`} icon={MinusIcon} hotkey="−" onClick={() => zoom(false)} />
        <ViewBarFigure live>
          <span className="inline-block min-w-9">{formatZoom(view.scale, i18n.locale)}</span>
        </ViewBarFigure>
        <ViewBarButton name={t`Zoom in`} icon={PlusIcon} hotkey="+" onClick={() => zoom(true)} />
        <ViewBarLine />
        <ViewBarButton name={t`Fit`} icon={MaximizeIcon} hotkey="0" onClick={() => zoomTo(fit)} />
        <ViewBarButton name="100%" onClick={() => zoomTo(1)} />
      </ViewBar>
    </div>
  )
}

/** The image's height at the stage's width, with a margin around small ones. */
const heightFor = ({ width, height }: Size) =>
  `clamp(14rem, min(${(100 * height) / width}cqw, ${height + 96}px), min(30rem, 64vh))`
