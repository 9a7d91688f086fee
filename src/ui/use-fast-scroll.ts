import { type UIEvent, useCallback, useRef } from 'react'

/** Longer than a frame of 60 in a second: one was lost. */
const LOST_MS = 24
/** After a longer pause another scroll has begun. */
const PAUSE_MS = 200
/** Pixels in a frame: faster than anything can be read, and as slow as rows are drawn in time. */
const [FAST, SLOW] = [64, 40]

/**
 * Whether a list is scrolled faster than it can be drawn: frames are lost while more than a row or
 * two come into sight in each. It stays so until the scrolling slows down or ends. Where no frame
 * is lost it is never so.
 */
export function useFastScroll(isScrolling: boolean) {
  const fast = useRef(false)
  const before = useRef({ at: 0, top: 0 })
  const onScroll = useCallback(({ currentTarget, timeStamp: at }: UIEvent<HTMLElement>) => {
    const top = currentTarget.scrollTop
    const took = at - before.current.at
    const moved = Math.abs(top - before.current.top)
    before.current = { at, top }
    if (took > PAUSE_MS || moved < SLOW) fast.current = false
    else if (took > LOST_MS && moved > FAST) fast.current = true
  }, [])
  return { onScroll, isFast: () => isScrolling && fast.current }
}
