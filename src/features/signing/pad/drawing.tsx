import { useLingui } from '@lingui/react/macro'
import { EraserIcon, Undo2Icon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import SignaturePad from 'signature_pad'
import { classNames } from '../../../lib/class-names.ts'
import { useLatest } from '../../../lib/use-latest.ts'
import { PadButton } from './pad-button.tsx'
import { ink } from './signature-image.ts'
import { fitted } from './strokes.ts'

type DrawingProps = {
  /** The signer's name, shown below the line. */
  name: string
  onDrawn: (canvas: HTMLCanvasElement | null) => void
  /** Fills the available height instead of a fixed one. */
  tall?: boolean
}

/** A signature pad for finger, pen or mouse. Keyboard users type instead. */
export function Drawing({ name, onDrawn, tall }: DrawingProps) {
  const { t } = useLingui()
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad>(undefined)
  const [strokes, setStrokes] = useState(0)
  const latest = useLatest(onDrawn)

  function tell() {
    const count = pad.current?.toData().length ?? 0
    setStrokes(count)
    latest.current(count > 0 ? canvas.current : null)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pad lives as long as its canvas, and tells through what is latest
  useEffect(() => {
    const here = canvas.current
    if (!here) return
    // It is read back after each stroke.
    here.getContext('2d', { willReadFrequently: true })
    const drawing = new SignaturePad(here, { penColor: ink(), minWidth: 0.8, maxWidth: 2.6 })
    pad.current = drawing
    drawing.addEventListener('endStroke', tell)
    let size = { width: 0, height: 0 }
    // Rotating a phone keeps the drawing, scaled to fit.
    const refit = () => {
      const { clientWidth: width, clientHeight: height } = here
      if (width === 0 || (width === size.width && height === size.height)) return
      const data = fitted(drawing.toData(), size, { width, height })
      size = { width, height }
      // At least the screen's density: a signature is viewed closely, and printed.
      const density = Math.max(2, devicePixelRatio)
      here.width = width * density
      here.height = height * density
      here.getContext('2d')?.scale(density, density)
      drawing.clear()
      drawing.fromData(data)
      if (data.length > 0) tell()
    }
    const observer = new ResizeObserver(refit)
    observer.observe(here)
    refit()
    return () => {
      observer.disconnect()
      drawing.removeEventListener('endStroke', tell)
      drawing.off()
    }
  }, [])

  function keep(most: number) {
    const data = pad.current?.toData() ?? []
    pad.current?.clear()
    pad.current?.fromData(data.slice(0, most))
    tell()
  }
  return (
    <div className={classNames('relative', tall && 'max-h-[28rem] min-h-40 flex-1')}>
      <canvas
        ref={canvas}
        aria-label={t`Draw here. With the keyboard, type your name instead.`}
        role="img"
        className={classNames(
          'block w-full touch-none rounded-control border border-control bg-paper',
          tall ? 'absolute inset-0 h-full' : 'h-40',
        )}
      />
      <span className="pointer-events-none absolute inset-x-5 bottom-7 border-t border-paper-line" />
      <bdi className="pointer-events-none absolute start-6 end-6 bottom-1.5 truncate text-small text-paper-ink-soft">
        {name}
      </bdi>
      <span className="absolute end-1 top-1 flex">
        <PadButton
          name={t`Undo last stroke`}
          icon={Undo2Icon}
          off={strokes === 0}
          onPress={() => keep(strokes - 1)}
        />
        <PadButton name={t`Clear`} icon={EraserIcon} off={strokes === 0} onPress={() => keep(0)} />
      </span>
    </div>
  )
}
