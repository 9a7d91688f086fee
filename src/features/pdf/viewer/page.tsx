import { useLingui } from '@lingui/react/macro'
import { memo, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { Calm } from './calm.ts'
import { type FieldValues, valuesKey } from './field-values.ts'
import type { PdfField } from './fields.ts'
import { isAlike, type PageView, pageView } from './geometry.ts'
import type { PdfHandle } from './handle.ts'
import { Marks } from './marks.tsx'
import { PageLinks } from './page-links.tsx'
import type { Pdf } from './pdf.ts'
import type { Selection } from './selection.ts'
import { useCopied } from './use-copied.ts'
import { usePageImage } from './use-page-image.ts'
import { useTextLayer } from './use-text-layer.ts'

type PageProps = {
  pdf: Pdf
  handle: PdfHandle
  index: number
  number: number
  /** In addition to its own rotation. */
  turn: number
  /** CSS pixels per point. */
  scale: number
  top: number
  covered: readonly PdfField[]
  values: FieldValues | undefined
  overlay: ((page: PageView) => ReactNode) | undefined
  calm: Calm
  selection: Selection
  rank: (number: number) => number
  onLearnt: () => void
}

const idsOn = (fields: readonly PdfField[], page: number): string =>
  fields
    .filter((field) => field.page === page)
    .map(({ id }) => id)
    .join(' ')

/** A page: its image, and over it search results, text, links, and the caller's overlay. */
export const Page = memo(function Page(props: PageProps) {
  const { pdf, handle, index, number, turn, scale, top, covered, values, overlay } = props
  const { calm, selection, rank, onLearnt } = props
  const { t } = useLingui()
  const image = useRef<HTMLDivElement>(null)
  const text = useRef<HTMLDivElement>(null)
  // Whether its actual size is known, instead of the first page's.
  const [known, setKnown] = useState(pdf.isKnown(index))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a page is known its shape is another
  const view = useMemo(
    () => pageView({ shape: pdf.shape(index), index, number, scale, turn }),
    [pdf, index, number, scale, turn, known],
  )
  useEffect(() => {
    if (known) return
    let gone = false
    const learn = () => {
      if (gone) return
      setKnown(true)
      if (!isAlike(pdf.shape(index), pdf.first)) onLearnt()
    }
    pdf.page(index).then(learn, () => {})
    return () => {
      gone = true
    }
  }, [pdf, index, known, onLearnt])
  const hidden = useMemo(() => idsOn(covered, index + 1), [covered, index])
  const painted = usePageImage(image, pdf, view, hidden, valuesKey(values, index, hidden), rank)
  const seen = painted !== 'waiting' && known
  const pieces = useTextLayer(text, pdf, view, seen, calm)
  useCopied(text)
  useEffect(() => {
    if (pieces) return selection.register(number - 1, pieces)
  }, [selection, number, pieces])
  return (
    <div
      data-place={number}
      className="absolute inset-x-0 mx-auto bg-paper text-paper-ink shadow-page"
      style={{ top, width: view.box.width, height: view.box.height }}
    >
      {painted === 'failed' ? (
        <p className="grid h-full place-items-center p-4 text-center text-paper-ink-soft">
          {t`This page couldn’t be displayed.`}
        </p>
      ) : (
        // The image of a page stays light in dark mode, at the paper's lightness.
        <div
          ref={image}
          role="img"
          aria-label={t`Page ${number}`}
          className="absolute inset-0 dark:brightness-93"
        />
      )}
      <Marks handle={handle} number={number} pieces={pieces} rotation={view.rotation} />
      {/* The text is invisible above its image: a translation would misalign the selection. */}
      <div
        ref={text}
        translate="no"
        className="pdf-text"
        data-main-rotation={view.rotation}
        style={{ ['--total-scale-factor' as string]: view.scale }}
      />
      {seen && <PageLinks pdf={pdf} handle={handle} view={view} calm={calm} />}
      {overlay && (
        <div
          dir={document.documentElement.dir || undefined}
          className="pointer-events-none absolute inset-0 *:pointer-events-auto"
        >
          {overlay(view)}
        </div>
      )}
    </div>
  )
})
