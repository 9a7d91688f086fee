import { type PointerEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { abilitiesOf, focusAt } from '../camera/open-camera.ts'

type ViewfinderProps = {
  video: RefObject<HTMLVideoElement | null>
  outline: RefObject<SVGSVGElement | null>
  stream: MediaStream | null
  track: MediaStreamTrack | null
  /** A white flash when a page is captured. */
  isFlashing: boolean
  children: ReactNode
}

const FOCUS_MS = 900

/** The camera image with the sheet's outline. A touch focuses, if the camera supports it. */
export function Viewfinder({ video, outline, stream, track, isFlashing, children }: ViewfinderProps) {
  const [focus, setFocus] = useState<{ x: number; y: number; id: number } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const element = video.current
    if (!element || !stream) return
    element.srcObject = stream
    // On iOS the attribute does not always start playback; a rejection means that it already plays.
    element.play()?.catch(() => undefined)
    return () => {
      element.srcObject = null
    }
  }, [video, stream])
  useEffect(() => () => clearTimeout(timer.current), [])

  function touch(event: PointerEvent<HTMLElement>) {
    const element = video.current
    if (!track || !element || !abilitiesOf(track).focus) return
    const box = element.getBoundingClientRect()
    const [x, y] = [event.clientX - box.left, event.clientY - box.top]
    void focusAt(track, ...placeIn(element, box, x, y))
    setFocus({ x, y, id: Date.now() })
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setFocus(null), FOCUS_MS)
  }
  return (
    <div className="scan-view" onPointerUp={touch}>
      <div aria-hidden="true" className="absolute inset-0">
        <video ref={video} muted playsInline autoPlay className="absolute inset-0 size-full object-cover" />
        <svg
          ref={outline}
          aria-hidden="true"
          preserveAspectRatio="xMidYMid slice"
          className="pointer-events-none absolute inset-0 size-full"
        >
          <path
            fill="none"
            vectorEffect="non-scaling-stroke"
            strokeWidth="3.5"
            strokeLinejoin="round"
            className="stroke-accent"
          />
          <path fill="none" vectorEffect="non-scaling-stroke" strokeWidth="6" className="stroke-paper" />
        </svg>
      </div>
      {focus && (
        <span
          key={focus.id}
          aria-hidden="true"
          className="scan-focus"
          style={{ left: focus.x, top: focus.y }}
        />
      )}
      {isFlashing && <span aria-hidden="true" className="scan-flash" />}
      {children}
    </div>
  )
}

/** A point on the screen as fractions of the image, of which the element shows the center. */
function placeIn(
  { videoWidth, videoHeight }: HTMLVideoElement,
  box: DOMRect,
  x: number,
  y: number,
): [number, number] {
  const scale = Math.max(box.width / (videoWidth || 1), box.height / (videoHeight || 1))
  const share = (at: number, shown: number, whole: number) =>
    Math.min(1, Math.max(0, (at + (whole * scale - shown) / 2) / (whole * scale)))
  return [share(x, box.width, videoWidth || 1), share(y, box.height, videoHeight || 1)]
}
