import { useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import type { ScanPage } from '../../../../api/scan.ts'
import { classNames } from '../../../../lib/class-names.ts'
import { Bone } from '../../../../ui/skeleton.tsx'
import { useResult } from '../image/use-result.ts'
import { Stage } from './stage.tsx'
import { useStage } from './use-stage.ts'
import { ZoomBar, type ZoomBarProps } from './zoom-bar.tsx'

const LONG = 1400
/** For a page of unknown size. */
const A4 = { width: 990, height: 1400 }

type ResultPageProps = {
  page: ScanPage
  photo: ImageBitmap | null
  bar: Omit<ZoomBarProps, 'stage'>
}

/** The page as in the PDF. */
export function ResultPage({ page, photo, bar }: ResultPageProps) {
  const { t } = useLingui()
  const stage = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const size = useResult(canvas, photo, page.settings, LONG)
  const shown = size ?? A4
  const staged = useStage(stage, shown)
  const [width, height] = [shown.width * staged.scale, shown.height * staged.scale]
  return (
    <>
      <Stage stage={stage}>
        <div className="relative m-auto flex-none bg-paper shadow-page" style={{ width, height }}>
          <canvas
            ref={canvas}
            role="img"
            aria-label={t`Page ${page.position} as it will look in the PDF`}
            className={classNames('size-full', !size && 'hidden')}
          />
          {!size && <Bone className="size-full" />}
          {page.settings.layout === 'book' && (
            <span className="pointer-events-none absolute inset-y-0 start-1/2 border-s border-dashed border-accent" />
          )}
        </div>
      </Stage>
      <ZoomBar {...bar} stage={staged} />
    </>
  )
}
