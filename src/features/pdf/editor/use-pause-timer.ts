import { useEffect, useRef } from 'react'
import { useLatest } from '../../../lib/use-latest.ts'

/** A timer that can be paused. */
export function usePauseTimer(ms: number, paused: boolean, onEnd: () => void): void {
  const left = useRef(ms)
  const latest = useLatest(onEnd)
  useEffect(() => {
    if (paused) return
    const began = Date.now()
    const timer = setTimeout(() => latest.current(), left.current)
    return () => {
      clearTimeout(timer)
      left.current = Math.max(0, left.current - (Date.now() - began))
    }
  }, [paused])
}
