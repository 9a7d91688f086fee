import { useState } from 'react'
import { type ApiError, toApiError } from '../../api/errors.ts'
import { loadLabels } from './form-error.tsx'

/** Submits a form, one request at a time: whether it is pending, and its error. */
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
