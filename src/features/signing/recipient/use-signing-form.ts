import { type ComponentType, useCallback, useEffect, useState } from 'react'
import type { LoadRoom, RoomProps } from './room-props.ts'

export interface SigningFormEntry {
  /** The signing form, once it is entered and loaded. */
  Room: ComponentType<RoomProps> | null
  /** Loading. */
  coming: boolean
  /** The load failed: the next press retries. */
  missing: boolean
  enter: () => void
}

/** The signing form's code, preloaded while the introduction is read. */
export function useSigningForm(load: LoadRoom, wanted: boolean): SigningFormEntry {
  const [part, setPart] = useState<{ Room: ComponentType<RoomProps> } | null>(null)
  const [inside, setInside] = useState(false)
  const [missing, setMissing] = useState(false)
  const fetchRoom = useCallback(() => load().then((Room) => setPart({ Room })), [load])
  useEffect(() => {
    // A failure is shown on entering.
    if (wanted) fetchRoom().catch(() => {})
  }, [wanted, fetchRoom])
  function enter() {
    setInside(true)
    setMissing(false)
    if (part) return
    fetchRoom().catch(() => {
      setInside(false)
      setMissing(true)
    })
  }
  return { Room: inside && part ? part.Room : null, coming: inside && !part, missing, enter }
}
