import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ApiError } from '../../api/errors.ts'
import { sayError } from './say-error.ts'

/** Attempts to unlock a link: one at a time, with the last error. The input stays. */
export function useUnlock(onWrong?: (error: ApiError) => void) {
  const [working, setWorking] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)

  /** Resolves to whether it succeeded. */
  async function attempt(act: () => Promise<void>): Promise<boolean> {
    if (working) return false
    setError(null)
    setWorking(true)
    try {
      await act()
      return true
    } catch (thrown) {
      const wrong = thrown instanceof ApiError ? thrown : new ApiError('internal', 0, null, { cause: thrown })
      setError(wrong)
      onWrong?.(wrong)
      return false
    } finally {
      setWorking(false)
    }
  }
  return { working, error, attempt, forget: () => setError(null) }
}

/** The error of an attempt that belongs to no field. */
export function UnlockAlert({ error }: { error: ApiError | null }) {
  const { i18n } = useLingui()
  return <div role="alert">{error && <p className="mb-4 text-bad">{sayError(i18n, error)}</p>}</div>
}
