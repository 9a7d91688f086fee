import { useLingui } from '@lingui/react/macro'
import { type PDFDocumentProxy, RenderingCancelledException } from 'pdfjs-dist'
import { useEffect, useRef, useState } from 'react'
import type { Size } from '../image/view-math.ts'

type PdfPageProps = {
  pdf: PDFDocumentProxy
  number: number
  /** Of the page in points, as far as it is known. */
  size: Size
  /** CSS pixels per point. */
  scale: number
  onSize: (number: number, size: Size) => void
}

/** A browser refuses canvases that are much larger, and a phone runs out of memory before. */
const MOST_PIXELS = 16_000_000

/** One page, drawn while it is in sight. */
export function PdfPage({ pdf, number, size, scale, onSize }: PdfPageProps) {
  const { t } = useLingui()
  const box = useRef<HTMLDivElement>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let stop = () => {}
    let gone = false
    setFailed(false)
    const draw = async () => {
      const page = await pdf.getPage(number)
      if (gone) return
      const { width, height } = page.getViewport({ scale: 1 })
      onSize(number, { width, height })
      const sharp = Math.min(devicePixelRatio * scale, Math.sqrt(MOST_PIXELS / (width * height)))
      const viewport = page.getViewport({ scale: sharp })
      // A canvas of its own each time: two drawings never share one, and the old one stays until the new one is done.
      const canvas = document.createElement('canvas')
      canvas.width = Math.max(1, Math.floor(viewport.width))
      canvas.height = Math.max(1, Math.floor(viewport.height))
      canvas.className = 'size-full'
      const task = page.render({ canvas, viewport })
      stop = () => task.cancel()
      await task.promise
      if (!gone) box.current?.replaceChildren(canvas)
      page.cleanup()
    }
    draw().catch((error: unknown) => {
      if (!gone && !(error instanceof RenderingCancelledException)) setFailed(true)
    })
    return () => {
      gone = true
      stop()
    }
  }, [pdf, number, scale, onSize])
  return (
    <div
      role="img"
      aria-label={t`Page ${number}`}
      className="mx-auto bg-paper shadow-page"
      style={{ width: size.width * scale, height: size.height * scale }}
    >
      {failed ? (
        <p className="grid h-full place-items-center p-4 text-center text-paper-ink-soft">
          {t`This page could not be drawn.`}
        </p>
      ) : (
        // The picture of a page is light in the dark as well, at the paper's own lightness.
        <div ref={box} className="size-full dark:brightness-93" />
      )}
    </div>
  )
}
