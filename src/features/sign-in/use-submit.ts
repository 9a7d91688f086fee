import { useState } from 'react'
import { type ApiError, toApiError } from '../../api/errors.ts'
import { loadLabels } from './form-error.tsx'

/**
 * A form that is sent once at a time: whether it is on its way, and what came back when it was
 * refused.
 */
export function useSubmit() {
  const [working, setWorking] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)

  async function send(act: () => Promise<unknown>): Promise<void> {
    if (working) return
    setWorking(true)
    setError(null)
    void loadLabels().catch(() => {})
    try {
      await act()
    } catch (thrown) {
      setError(toApiError(thrown))
    } finally {
      setWorking(false)
    }
  }
  return { working, error, send }
}
