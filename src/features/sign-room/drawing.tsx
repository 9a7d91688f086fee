import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import SignaturePad from 'signature_pad'
import { TextButton } from '../../ui/text-button.tsx'

type DrawingProps = { onDrawn: (canvas: HTMLCanvasElement | null) => void }

const INK = '#14213d'

/** A line is drawn with a finger, a pen or a mouse. Whoever uses keys types instead. */
export function Drawing({ onDrawn }: DrawingProps) {
  const { t } = useLingui()
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad>(undefined)
  const latest = useRef(onDrawn)
  latest.current = onDrawn
  useEffect(() => {
    const here = canvas.current
    if (!here) return
    // As many pixels as the screen has: a signature is seen closely, and printed.
    const density = Math.max(2, devicePixelRatio)
    const { width, height } = here.getBoundingClientRect()
    here.width = width * density
    here.height = height * density
    here.getContext('2d')?.scale(density, density)
    const drawing = new SignaturePad(here, { penColor: INK, minWidth: 0.8, maxWidth: 2.6 })
    pad.current = drawing
    const told = () => latest.current(drawing.isEmpty() ? null : here)
    drawing.addEventListener('endStroke', told)
    return () => {
      drawing.removeEventListener('endStroke', told)
      drawing.off()
    }
  }, [])
  return (
    <div className="relative">
      <canvas
        ref={canvas}
        aria-label={t`Draw here. With the keyboard, type your name instead.`}
        role="img"
        className="block h-40 w-full touch-none rounded-control border border-control bg-paper"
      />
      <span className="pointer-events-none absolute inset-x-4 bottom-8 border-b border-paper-line" />
      <span className="absolute end-2 top-2">
        <TextButton
          className="!text-paper-accent"
          onClick={() => {
            pad.current?.clear()
            onDrawn(null)
          }}
        >
          {t`Clear`}
        </TextButton>
      </span>
    </div>
  )
}
