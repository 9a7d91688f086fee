import { Trans, useLingui } from '@lingui/react/macro'
import { ImagesIcon, Settings2Icon, XIcon, ZapIcon, ZapOffIcon } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLatest } from '../../../../lib/use-latest.ts'
import { sayError } from '../../../public-page/index.ts'
import type { QuadShares, SheetFinder } from '../../frames/index.ts'
import type { FrameSize } from '../camera/hold-still.ts'
import { abilitiesOf, setTorch } from '../camera/open-camera.ts'
import { prepareShutter, shutter } from '../camera/shutter.ts'
import { takePhoto } from '../camera/take-photo.ts'
import { useCamera } from '../camera/use-camera.ts'
import { useWakeLock } from '../camera/use-wake-lock.ts'
import { ConnectionLine } from '../connection-line.tsx'
import { HeadButton } from '../head-button.tsx'
import { PageHead } from '../page-head.tsx'
import { PageStrip } from '../pages/page-strip.tsx'
import type { PhonePage } from '../pages/phone-page.ts'
import { useScanChoices } from '../settings.ts'
import type { Scan } from '../use-scan.ts'
import { CaptureControls } from './capture-controls.tsx'
import { FileCapture } from './file-capture.tsx'
import { HintPanel } from './hint-panel.tsx'
import { ModeTabs } from './mode-tabs.tsx'
import { paintOutline } from './paint-outline.ts'
import { PhotoInput } from './photo-input.tsx'
import { RetakeRequest } from './retake-request.tsx'
import { type Mode, useCapture } from './use-capture.ts'
import { useLiveSheet } from './use-live-sheet.ts'
import { Viewfinder } from './viewfinder.tsx'

type CapturePageProps = {
  scan: Scan
  finder: SheetFinder
  /** Another view covers this one: the camera may stay on, but nothing is captured. */
  isCovered: boolean
  hasCamera: boolean
  retake: PhonePage | null
  onCaptured: (page_id: string) => void
  onRetake: (page_id: string) => void
  onOpen: (page_id: string) => void
  onDone: () => void
  onLeave: () => void
  onSettings: () => void
  announce: (words: string) => void
}

/** The space bar captures while no control has the focus. */
function useSpace(onSpace: () => void): void {
  const latest = useLatest(onSpace)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== ' ' || event.repeat || event.target !== document.body) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

/** The camera with the sheet's outline, the pages so far, and the capture button. */
export function CapturePage(props: CapturePageProps) {
  const { scan, finder, isCovered, hasCamera, retake, onCaptured, announce } = props
  const { t, i18n } = useLingui()
  const { isAuto } = useScanChoices()
  const page = useRef<HTMLDivElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const outline = useRef<SVGSVGElement>(null)
  const photos = useRef<HTMLInputElement>(null)
  const [mode, setMode] = useState<Mode>('page')
  const [isLit, setLit] = useState(false)
  const { camera, retry } = useCamera(hasCamera)
  const track = camera.status === 'live' ? camera.track : null
  const { isBusy, problem, isBack, resetSide, capture, addFiles } = useCapture({
    ...{ scan, finder, mode, retake, onCaptured },
  })
  useWakeLock(track !== null && !isCovered)

  const paint = useCallback((quad: QuadShares | null, size: FrameSize, held: number) => {
    if (outline.current) paintOutline(outline.current, quad, size)
    page.current?.style.setProperty('--held', held.toFixed(3))
  }, [])
  const { hint, sighting, markCaptured } = useLiveSheet({
    ...{ video, finder, isOn: track !== null && !isCovered, isAuto, paint },
    onStill: () => void press(),
  })
  // A reopened camera has its torch off.
  useEffect(() => {
    if (!track) setLit(false)
  }, [track])

  // After another view closes, the focus returns to the main control.
  const wasCovered = useRef(false)
  useEffect(() => {
    if (wasCovered.current && !isCovered)
      page.current?.querySelector<HTMLElement>('.scan-capture')?.focus({ preventScroll: true })
    wasCovered.current = isCovered
  }, [isCovered])
  useSpace(() => void press())

  async function press(): Promise<void> {
    const element = video.current
    if (!track || !element || isBusy || isCovered) return
    const quad = sighting()?.quad ?? null
    markCaptured()
    shutter()
    const ratio = element.videoWidth / (element.videoHeight || 1)
    await capture(() => takePhoto(element, track), { quad, ratio })
  }
  async function light(): Promise<void> {
    if (track && (await setTorch(track, !isLit))) setLit(!isLit)
  }
  const title = scan.session?.title || t`Scan`
  return (
    <div ref={page} className="scan-page scan-split" inert={isCovered} onPointerDown={prepareShutter}>
      <PageHead
        leading={<HeadButton label={t`Disconnect`} icon={XIcon} onClick={props.onLeave} />}
        title={retake ? <Trans>Retake page {retake.number}</Trans> : title}
        line={<ConnectionLine scan={scan} />}
      >
        {track && abilitiesOf(track).torch && (
          <HeadButton
            label={t`Light`}
            icon={isLit ? ZapIcon : ZapOffIcon}
            aria-pressed={isLit}
            onClick={() => void light()}
          />
        )}
        {camera.status !== 'none' && (
          <>
            <PhotoInput
              input={photos}
              label={t`Photos from this phone`}
              onFiles={(files) => void addFiles(files)}
            />
            <HeadButton
              label={t`Choose photos`}
              icon={ImagesIcon}
              disabled={isBusy}
              onClick={() => photos.current?.click()}
            />
          </>
        )}
        <HeadButton label={t`Settings`} icon={Settings2Icon} onClick={props.onSettings} />
      </PageHead>
      <main className="contents">
        {camera.status === 'none' ? (
          <div className="scan-view grid place-items-center">
            <FileCapture
              reason={camera.reason}
              isBusy={isBusy}
              onFiles={(files) => void addFiles(files)}
              onRetry={retry}
            />
          </div>
        ) : (
          <Viewfinder
            {...{ video, outline, track }}
            stream={camera.status === 'live' ? camera.stream : null}
            isFlashing={isBusy}
            key="view"
          >
            <HintPanel {...{ hint, isAuto, mode, isBack }} isStarting={camera.status === 'starting'} />
          </Viewfinder>
        )}
        <div className="scan-foot">
          {scan.queued.isVolatile && (
            <p role="status" className="pb-2 text-small text-warn">
              <Trans>This phone has no storage for photos. Keep this page open until all are uploaded.</Trans>
            </p>
          )}
          <div role="alert">
            {problem !== null && (
              <p className="pb-2 text-small text-bad">
                {problem instanceof Error && problem.name === 'ApiError'
                  ? sayError(i18n, problem)
                  : t`The photo couldn’t be taken. Try again.`}
              </p>
            )}
          </div>
          {!retake && <RetakeRequest scan={scan} onRetake={props.onRetake} />}
          <PageStrip scan={scan} onOpen={props.onOpen} onShowAll={props.onDone} announce={announce} />
          <CaptureControls
            hasCamera={camera.status !== 'none'}
            canCapture={track !== null && !isBusy}
            onCapture={() => void press()}
            isRetake={retake !== null}
            onDone={props.onDone}
          />
          <ModeTabs
            mode={mode}
            onChange={(next) => {
              setMode(next)
              resetSide()
            }}
          />
        </div>
      </main>
    </div>
  )
}
