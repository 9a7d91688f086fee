import { useEffect } from 'react'

/**
 * Keeps the screen on while `isOn`. The browser releases the lock when the page is hidden; it is
 * requested again when visible.
 */
export function useWakeLock(isOn: boolean): void {
  useEffect(() => {
    if (!isOn || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let isOver = false
    const ask = async () => {
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return
      try {
        const granted = await navigator.wakeLock.request('screen')
        if (isOver) await granted.release()
        else lock = granted
      } catch {
        // The battery is low, or the browser denies it: the screen turns off as usual.
      }
    }
    void ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', ask)
      void lock?.release().catch(() => undefined)
    }
  }, [isOn])
}
