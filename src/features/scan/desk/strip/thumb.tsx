import { useRef } from 'react'
import { type ScanPage, scanImageUrl } from '../../../../api/scan.ts'
import { classNames } from '../../../../lib/class-names.ts'
import { useBitmap } from '../image/use-bitmap.ts'
import { useResult } from '../image/use-result.ts'
import { useSeen } from '../image/use-seen.ts'

/** Twice the displayed pixels of a thumbnail. */
const LONG = 248

/** A thumbnail of the page as in the PDF; until it is rendered, its photo. */
export function Thumb({
  session_id,
  page,
  isWide,
}: {
  session_id: string
  page: ScanPage
  isWide?: boolean
}) {
  const box = useRef<HTMLSpanElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const isSeen = useSeen(box)
  const url = scanImageUrl(session_id, page, 'thumb')
  const photo = useBitmap(isSeen ? url : null)
  const size = useResult(canvas, photo, page.settings, LONG)
  return (
    <span
      ref={box}
      className={classNames(
        'relative flex items-center justify-center overflow-hidden',
        isWide ? 'h-20 w-16' : 'h-30 w-21.5',
      )}
    >
      {isSeen && !size && (
        <img src={url} alt="" draggable={false} className="max-h-full max-w-full bg-sunk" />
      )}
      <canvas
        ref={canvas}
        className={classNames('max-h-full max-w-full bg-paper ring-1 ring-line-strong', !size && 'hidden')}
      />
    </span>
  )
}
