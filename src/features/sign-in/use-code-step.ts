import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { keepCode, pendingCode } from '../../stores/pending-sign-in.ts'
import type { Notice } from './page-notice.tsx'

/** The sign-in that waits for a code, if any, and the way back to the start. */
export function useCodeStep(back: string | null) {
  const navigate = useNavigate()
  const [pending] = useState(pendingCode)
  const signIn = paths.signIn(back ? { return: back } : undefined)
  return {
    pending,
    signIn,
    leave: (notice: Notice) => {
      keepCode(null)
      void navigate(signIn, { replace: true, state: { notice } })
    },
  }
}
