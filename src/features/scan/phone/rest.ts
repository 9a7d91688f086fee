/**
 * Delays between attempts, in seconds: 1, 2, 4 … 30, each with up to 25% jitter so that phones do
 * not retry simultaneously.
 */
export function backOff(failures: number, random: () => number = Math.random): number {
  return Math.min(30, 2 ** Math.min(failures, 5)) * (1 + random() / 4)
}

/**
 * Resolves after some seconds, or immediately when the network or the user is back.
 * @throws the signal’s reason
 */
export function rest(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', wake)
      document.removeEventListener('visibilitychange', seen)
      signal.removeEventListener('abort', give)
    }
    const wake = () => {
      end()
      resolve()
    }
    const seen = () => document.visibilityState === 'visible' && wake()
    const give = () => {
      end()
      reject(signal.reason)
    }
    const timer = setTimeout(wake, seconds * 1000)
    if (signal.aborted) return give()
    addEventListener('online', wake)
    document.addEventListener('visibilitychange', seen)
    signal.addEventListener('abort', give)
  })
}
