import { useLingui } from '@lingui/react/macro'
import { SmartphoneIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { type ScanPage, type ScanPhone, scanImageUrl } from '../../../../api/scan.ts'
import { CornerEditor, type Quad } from '../../sheet/index.ts'
import { useDesk } from '../live/desk-store.ts'
import { phoneName } from '../live/use-page-actions.ts'
import { Stage } from './stage.tsx'
import { useStage } from './use-stage.ts'
import { ZoomBar, type ZoomBarProps } from './zoom-bar.tsx'

/** The longer side of the edited image, in pixels. */
const LONG = 1600

type CornersPageProps = {
  session_id: string
  page: ScanPage
  phones: readonly ScanPhone[]
  bar: Omit<ZoomBarProps, 'stage'>
  onQuad: (quad: Quad) => void
}

/** The photo with the sheet's corners. */
export function CornersPage({ session_id, page, phones, bar, onQuad }: CornersPageProps) {
  const { t } = useLingui()
  const { page_id, position, settings } = page
  const stage = useRef<HTMLDivElement>(null)
  const [dragged, setDragged] = useState<Quad | null>(null)
  const moved = useDesk((state) => state.moved[page_id])
  const size = sizeOf(page)
  const staged = useStage(stage, size)
  const name = moved && phoneName(phones, moved.phoneId)
  return (
    <>
      <Stage stage={stage}>
        <div className="relative m-auto flex-none shadow-page" style={{ width: size.width * staged.scale }}>
          <CornerEditor
            imageUrl={scanImageUrl(session_id, page, 'page')}
            width={size.width}
            height={size.height}
            quad={dragged ?? settings.quad}
            onChange={setDragged}
            onDone={(quad) => {
              setDragged(null)
              onQuad(quad)
            }}
            label={t`Corners of page ${position}`}
            hint={t`Drag a corner or side to the edge of the page.`}
            note={
              moved && name && !dragged
                ? {
                    corner: moved.corner,
                    text: (
                      <>
                        <SmartphoneIcon className="size-3.5" />
                        {t`${name} moved this corner`}
                      </>
                    ),
                  }
                : null
            }
          />
        </div>
      </Stage>
      <ZoomBar {...bar} stage={staged} />
    </>
  )
}

/**
 * The size of the displayed image: 1600 pixels on the longer side, or the photo's size if smaller.
 */
function sizeOf({ width, height }: ScanPage) {
  if (!width || !height) return { width: 1200, height: 1600 }
  const scale = Math.min(1, LONG / Math.max(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}
