import { useCallback, useEffect, useRef, useState } from 'react'
import type { SigningView } from '../../../api/public-signing.ts'
import { type Filled, presets, type Value } from './steps.ts'

/** Values survive a reload and a discarded tab; the next user of this device must not find them. */
const KEY = 'filled'

function kept(of: string): Filled | null {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as (Filled & { of: string }) | null
    return found?.of === of ? found : null
  } catch {
    return null
  }
}

/** The recipient's values, stored in this tab until they are sent. `of` identifies the document. */
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
    // Nothing is stored for a document that was only read.
    if (filled === start.current && !before) return
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ of, ...filled }))
    } catch {
      // Storage is blocked or full: the values stay in memory.
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
