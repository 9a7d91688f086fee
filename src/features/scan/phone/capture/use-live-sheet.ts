import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLatest } from '../../../../lib/use-latest.ts'
import { FRAME_SIZE, LIVE, type QuadShares, type SheetFinder, type Sighting } from '../../frames/index.ts'
import { easeQuad } from '../camera/ease-quad.ts'
import { createHintPace, type Hint, hintFor, isReady } from '../camera/hint.ts'
import { createHoldStill, type FrameSize } from '../camera/hold-still.ts'
import { createNextSheet } from '../camera/next-sheet.ts'

interface LiveSheet {
  video: RefObject<HTMLVideoElement | null>
  finder: SheetFinder
  isOn: boolean
  isAuto: boolean
  /** Draws the outline, and the progress of holding still, 0 to 1. */
  paint: (quad: QuadShares | null, size: FrameSize, held: number) => void
  /** The sheet was still long enough. */
  onStill: () => void
}

/** The outline is hidden after this time without a detection. */
const FADED_MS = 350

/** Detects a sheet in the video, one frame at a time, and sets the hint. */
export function useLiveSheet({ video, finder, isOn, ...more }: LiveSheet) {
  const [hint, setHint] = useState<Hint>('searching')
  const [memory] = useState(() => ({
    still: createHoldStill(),
    next: createNextSheet(),
    pace: createHintPace(),
  }))
  const last = useRef<Sighting | null>(null)
  const latest = useLatest(more)

  useEffect(() => {
    const element = video.current
    if (!isOn || !element) return
    const { still, next, pace } = memory
    let isOver = false
    let callback = 0
    let frame = 0
    let seen: { quad: QuadShares; at: number } | null = null
    let drawn: QuadShares | null = null
    let drawnAt = performance.now()
    let held = 0
    const sizeNow = () => ({ width: element.videoWidth || 1, height: element.videoHeight || 1 })

    function take(sighting: Sighting): void {
      const at = performance.now()
      const size = sizeNow()
      const { isAuto, onStill } = latest.current
      last.current = sighting
      if (sighting.quad) seen = { quad: sighting.quad, at }
      const isCaptured = !next.isNew(sighting, size, at) && sighting.quad !== null
      const hint = hintFor({ ...sighting, isCaptured, isAuto })
      setHint(pace(hint, at))
      // A single frame without an outline does not count as movement.
      if (isAuto && (isReady(hint) || sighting.quad === null)) held = still.feed(sighting.quad, size, at)
      else {
        still.reset()
        held = 0
      }
      if (held < 1) return
      still.reset()
      held = 0
      onStill()
    }
    async function readFrame(): Promise<void> {
      if (isOver || !element) return
      if (element.readyState >= element.HAVE_CURRENT_DATA && element.videoWidth > 0)
        await finder.find(element, LIVE, FRAME_SIZE).then(
          (sighting) => {
            if (!isOver) take(sighting)
          },
          // The frame could not be read: the next one is tried.
          () => undefined,
        )
      schedule()
    }
    function schedule(): void {
      if (isOver || !element) return
      callback = element.requestVideoFrameCallback
        ? element.requestVideoFrameCallback(() => void readFrame())
        : requestAnimationFrame(() => void readFrame())
    }
    function draw(now: number): void {
      const size = sizeNow()
      const isFresh = seen !== null && now - seen.at < FADED_MS
      drawn = seen && isFresh ? easeQuad(drawn, seen.quad, size, now - drawnAt) : null
      drawnAt = now
      latest.current.paint(drawn, size, held)
      frame = requestAnimationFrame(draw)
    }
    schedule()
    frame = requestAnimationFrame(draw)
    return () => {
      isOver = true
      if (element.cancelVideoFrameCallback) element.cancelVideoFrameCallback(callback)
      else cancelAnimationFrame(callback)
      cancelAnimationFrame(frame)
      latest.current.paint(null, sizeNow(), 0)
    }
  }, [isOn, video, finder, memory])

  return {
    hint,
    /** The last detection. */
    sighting: () => last.current,
    /** Stores the sheet in view, so that it isn't captured automatically again. */
    markCaptured: () => {
      if (last.current) memory.next.capture(last.current, performance.now())
    },
  }
}
