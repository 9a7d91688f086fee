import { useEffect, useState } from 'react'
import { ApiError } from '../../../api/errors.ts'
import { beginDeviceDrawing, getDeviceDrawing } from '../../../api/public-signing.ts'
import { useLatest } from '../../../lib/use-latest.ts'

/** How often the service is asked what the other device has done. */
const PAUSE_MS = 1500

export type DeviceStatus =
  | { state: 'asking' }
  | { state: 'shown'; url: string; connected: boolean }
  | { state: 'expired' }
  | { state: 'failed'; error: unknown }

/**
 * An address at which another device draws, for as long as this is looked at; what was drawn there
 * is told once.
 */
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
      // Nobody looks: it is asked again when somebody does.
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
        // Without a network for a moment, or a service that is busy, it goes on; what says no once
        // says it again.
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
