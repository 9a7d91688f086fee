import { useEffect, useState } from 'react'
import { type Diagnosis, diagnose, type Given } from './diagnose.ts'

/** How long a stretch of typing lasts. */
const PAUSE = 150

/** The diagnosis of what is in the form now; null before the first one, or where nothing was entered. */
export function useDiagnosis({ headers, body, secret, computed, sent }: Given): Diagnosis | null {
  const [diagnosis, setDiagnosis] = useState<Diagnosis | null>(null)
  const isEmpty = headers.trim() === '' && secret.trim() === ''
  useEffect(() => {
    if (isEmpty) return
    let stale = false
    const timer = setTimeout(
      () =>
        void diagnose({ headers, body, secret, computed, sent }, new Date()).then((next) => {
          if (!stale) setDiagnosis(next)
        }),
      PAUSE,
    )
    return () => {
      stale = true
      clearTimeout(timer)
    }
  }, [headers, body, secret, computed, sent, isEmpty])
  return isEmpty ? null : diagnosis
}
