import { type ComponentType, useCallback, useEffect, useState } from 'react'
import type { LoadRoom, RoomProps } from './room-props.ts'

export interface SigningFormEntry {
  /** What reads the document, once one has gone in and it is there. */
  Room: ComponentType<RoomProps> | null
  /** On the way in. */
  coming: boolean
  /** The network is gone: the next press asks again. */
  missing: boolean
  enter: () => void
}

/** The room in which the document lies. It is fetched while one reads what it is about. */
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
