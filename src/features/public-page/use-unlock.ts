import { useState } from 'react'
import { ApiError } from '../../api/errors.ts'

/** Attempts to unlock a link: one at a time, and why the last one failed. What was typed stays. */
export function useUnlock(onWrong?: (error: ApiError) => void) {
  const [working, setWorking] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)

  /** Resolves whether it went well. */
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
