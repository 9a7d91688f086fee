import { useEffect, useState } from 'react'
import { ApiError } from '../../../api/errors.ts'
import { beginDeviceDrawing, getDeviceDrawing } from '../../../api/public-signing.ts'
import { useLatest } from '../../../lib/use-latest.ts'

/** The poll interval for the other device's drawing. */
const PAUSE_MS = 1500

export type DeviceStatus =
  | { state: 'asking' }
  | { state: 'shown'; url: string; connected: boolean }
  | { state: 'expired' }
  | { state: 'failed'; error: unknown }

/** A URL for drawing on another device, valid while this is mounted; a drawing is reported once. */
export function useDeviceDrawing(
  token: string,
  kind: 'signature' | 'initials',
  onImage: (image: string) => void,
): [DeviceStatus, again: () => void] {
  const [status, setStatus] = useState<DeviceStatus>({ state: 'asking' })
  const [attempt, setAttempt] = useState(0)
  const latest = useLatest(onImage)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another address
  useEffect(() => {
    let isStopped = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let asking = false
    let url = ''
    setStatus({ state: 'asking' })
    const end = (last: DeviceStatus) => {
      if (!isStopped) setStatus(last)
      isStopped = true
    }
    async function poll() {
      clearTimeout(timer)
      // The tab is hidden: polling resumes when it is visible.
      if (isStopped || asking || url === '' || document.hidden) return
      asking = true
      try {
        const { connected, picture } = await getDeviceDrawing(token)
        if (isStopped) return
        if (picture !== null) {
          isStopped = true
          latest.current(picture)
          return
        }
        setStatus({ state: 'shown', url, connected })
      } catch (error) {
        const { code, status } = error instanceof ApiError ? error : { code: '', status: 0 }
        if (code === 'link_expired') return end({ state: 'expired' })
        // Network errors and server overload are retried; other client errors are final.
        if (status >= 400 && status < 500 && status !== 429) return end({ state: 'failed', error })
      } finally {
        asking = false
      }
      timer = setTimeout(poll, PAUSE_MS)
    }
    beginDeviceDrawing(token, kind).then(
      (device) => {
        if (isStopped) return
        url = device.url
        setStatus({ state: 'shown', url, connected: false })
        void poll()
      },
      (error) => end({ state: 'failed', error }),
    )
    document.addEventListener('visibilitychange', poll)
    return () => {
      isStopped = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', poll)
    }
  }, [token, kind, attempt])
  return [status, () => setAttempt((count) => count + 1)]
}
