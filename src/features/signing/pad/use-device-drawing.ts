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

/** An address at which another device draws, for as long as this is looked at; what was drawn there is told once. */
export function useDeviceDrawing(
  token: string,
  kind: 'signature' | 'initials',
  onPicture: (picture: string) => void,
): [DeviceStatus, again: () => void] {
  const [stand, setStand] = useState<DeviceStatus>({ state: 'asking' })
  const [attempt, setAttempt] = useState(0)
  const latest = useLatest(onPicture)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another address
  useEffect(() => {
    let over = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let asking = false
    let url = ''
    setStand({ state: 'asking' })
    const end = (last: DeviceStatus) => {
      if (!over) setStand(last)
      over = true
    }
    async function look() {
      clearTimeout(timer)
      // Nobody looks: it is asked again when somebody does.
      if (over || asking || url === '' || document.hidden) return
      asking = true
      try {
        const { connected, picture } = await getDeviceDrawing(token)
        if (over) return
        if (picture !== null) {
          over = true
          latest.current(picture)
          return
        }
        setStand({ state: 'shown', url, connected })
      } catch (error) {
        const { code, status } = error instanceof ApiError ? error : { code: '', status: 0 }
        if (code === 'link_expired') return end({ state: 'expired' })
        // Without a network for a moment, or a service that is busy, it goes on; what says no once says it again.
        if (status >= 400 && status < 500 && status !== 429) return end({ state: 'failed', error })
      } finally {
        asking = false
      }
      timer = setTimeout(look, PAUSE_MS)
    }
    beginDeviceDrawing(token, kind).then(
      (device) => {
        if (over) return
        url = device.url
        setStand({ state: 'shown', url, connected: false })
        void look()
      },
      (error) => end({ state: 'failed', error }),
    )
    document.addEventListener('visibilitychange', look)
    return () => {
      over = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [token, kind, attempt])
  return [stand, () => setAttempt((count) => count + 1)]
}
