import { useCallback, useEffect, useRef, useState } from 'react'
import type { SigningView } from '../../../api/public-signing.ts'
import { type Filled, presets, type Value } from './steps.ts'

/**
 * A reload and a phone that forgets the page lose nothing; the next person at this device finds
 * nothing.
 */
const KEY = 'filled'

function kept(of: string): Filled | null {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as (Filled & { of: string }) | null
    return found?.of === of ? found : null
  } catch {
    return null
  }
}

/** What is filled in, kept in this tab until it is sent. `of` tells one document from another. */
export function useFilled(view: SigningView, of: string) {
  const [before] = useState(() => kept(of))
  const [filled, setFilled] = useState<Filled>(
    () =>
      before ?? {
        values: presets(view.fields, view.me.name, new Date()),
        signature: null,
        initials: null,
      },
  )
  const start = useRef(filled)
  useEffect(() => {
    // A document that was only read starts afresh.
    if (filled === start.current && !before) return
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ of, ...filled }))
    } catch {
      // A browser that keeps nothing, or is full: what is filled in is in the page still.
    }
  }, [filled, of, before])
  const setValue = useCallback(
    (id: string, value: Value) => setFilled((now) => ({ ...now, values: { ...now.values, [id]: value } })),
    [],
  )
  const setMark = useCallback(
    (kind: 'signature' | 'initials', mark: Filled['signature']) =>
      setFilled((now) => ({ ...now, [kind]: mark })),
    [],
  )
  return { filled, resumed: before !== null, setValue, setMark }
}

export const forgetFilled = () => {
  try {
    sessionStorage.removeItem(KEY)
  } catch {}
}
