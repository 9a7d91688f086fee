import { type UIEvent, useCallback, useRef } from 'react'

/** Longer than a frame at 60 Hz: a frame was dropped. */
const LOST_MS = 24
/** After a longer pause a new scroll has started. */
const PAUSE_MS = 200
/** Pixels per frame: faster than anyone can read, and slow enough to render rows in time. */
const [FAST, SLOW] = [64, 40]

/**
 * Whether a list scrolls faster than it renders: frames are dropped while each brings more than a
 * row or two into view. True until scrolling slows down or ends; never true without dropped frames.
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
