import { useCallback, useEffect, useState } from 'react'
import { ApiError } from '../../../api/errors.ts'
import { drawOnDevice, viewDevice } from '../../../api/public-signing.ts'

type DeviceView = Awaited<ReturnType<typeof viewDevice>>

/** How it stands with what is to be drawn here. */
export type DeviceStatus =
  | { status: 'asking' }
  | { status: 'open'; view: DeviceView }
  | { status: 'done' }
  | { status: 'over' }
  | { status: 'failed'; error: unknown }

const isOver = (error: unknown) => error instanceof ApiError && error.code === 'link_expired'

export function useDevice(device: string) {
  const [stand, setStand] = useState<DeviceStatus>({ status: 'asking' })
  const refresh = useCallback(async () => {
    setStand({ status: 'asking' })
    try {
      setStand({ status: 'open', view: await viewDevice(device) })
    } catch (error) {
      setStand(isOver(error) ? { status: 'over' } : { status: 'failed', error })
    }
  }, [device])
  useEffect(() => {
    void refresh()
  }, [refresh])
  const handOver = useCallback(
    async (picture: string) => {
      try {
        await drawOnDevice(device, picture)
        setStand({ status: 'done' })
      } catch (error) {
        if (!isOver(error)) throw error
        setStand({ status: 'over' })
      }
    },
    [device],
  )
  return { stand, refresh, handOver }
}
