import { useLingui } from '@lingui/react/macro'
import { CameraIcon, LoaderIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { toApiError } from '../../../../api/errors.ts'
import { type ScanPage, type ScanSession, scanImageUrl } from '../../../../api/scan.ts'
import { Button } from '../../../../ui/button.tsx'
import { showToast } from '../../../../ui/toaster.tsx'
import { useProblemWords } from '../../../problems/index.ts'
import { findAgain } from '../add/send-photos.ts'
import { useBitmap } from '../image/use-bitmap.ts'
import { type PageActions, phoneName } from '../live/use-page-actions.ts'
import { CornersPage } from './corners-page.tsx'
import { PageBar } from './page-bar.tsx'
import { ResultPage } from './result-page.tsx'
import { useView } from './view-store.ts'
import type { ZoomBarProps } from './zoom-bar.tsx'

type PageViewProps = {
  session: ScanSession
  page: ScanPage
  acts: PageActions
  room: 'wide' | 'medium' | 'narrow'
  onStep: (by: number) => void
  onRemove: () => void
}

/** The selected page, large, with its actions. */
export function PageView({ session, page, acts, room, onStep, onRemove }: PageViewProps) {
  const { t } = useLingui()
  const words = useProblemWords()
  const face = useView((state) => state.face)
  const { session_id, pages, phones } = session
  const { page_id, position, settings, state, is_retake_requested } = page
  const photo = useBitmap(face === 'result' ? scanImageUrl(session_id, page, 'page') : null)
  const bar: Omit<ZoomBarProps, 'stage'> = { position, count: pages.length, onStep }

  const find = () => {
    findAgain(session_id, page).then(
      (isFound) => {
        if (!isFound)
          showToast({
            kind: 'error',
            text: t`No page edges detected on page ${position}. Set the corners manually.`,
          })
      },
      (error: unknown) => showToast({ kind: 'error', text: words(toApiError(error)) }),
    )
  }
  const sender = phoneName(phones, page.phone_id)
  return (
    <section aria-label={t`Page ${position}`} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <PageBar
        page={page}
        hasPhone={phones.length > 0}
        acts={acts}
        room={room}
        onFind={find}
        onRemove={onRemove}
      />
      <div className="relative min-h-0 flex-1 bg-sunk">
        {face === 'result' ? (
          <ResultPage key={page_id} page={page} photo={photo} bar={bar} />
        ) : (
          <CornersPage
            key={page_id}
            session_id={session_id}
            page={page}
            phones={phones}
            bar={bar}
            onQuad={(quad) => void acts.change(page_id, { ...settings, quad })}
          />
        )}
        {state === 'receiving' ? (
          <PageNote>
            <LoaderIcon className="turns size-3.5 flex-none text-accent" />
            {sender ? t`Preview. ${sender} is uploading the photo.` : t`Preview. The photo is uploading.`}
          </PageNote>
        ) : (
          is_retake_requested && (
            <PageNote>
              <CameraIcon className="size-3.5 flex-none text-accent" />
              {t`A new photo was requested on the phone.`}
              <Button size={28} variant="ghost" onClick={() => void acts.requestRetake(page, false)}>
                {t`Cancel`}
              </Button>
            </PageNote>
          )
        )}
      </div>
    </section>
  )
}

/** A message over a page's photo about what it waits for. */
const PageNote = ({ children }: { children: ReactNode }) => (
  <p
    role="status"
    className="absolute inset-x-2 top-2 mx-auto flex min-h-8 w-fit items-center gap-2 rounded-control border border-line-strong bg-raised px-2.5 text-small shadow-pop"
  >
    {children}
  </p>
)
