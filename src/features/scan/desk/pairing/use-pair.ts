import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { toApiError } from '../../../../api/errors.ts'
import { pairScan } from '../../../../api/scan.ts'
import { showToast } from '../../../../ui/toaster.tsx'
import { useProblemWords } from '../../../problems/index.ts'
import { keepPairing, usePairing } from './pairing-store.ts'

/** The pairing link that is shown, and how to get a new one. */
export function usePair(session_id: string) {
  const { t } = useLingui()
  const words = useProblemWords()
  const pairing = usePairing(session_id)
  const [isAsking, setAsking] = useState(false)
  async function ask() {
    setAsking(true)
    try {
      keepPairing(session_id, await pairScan(session_id))
    } catch (error) {
      const why = words(toApiError(error))
      showToast({ id: 'scan-pairing', kind: 'error', text: t`No new code was created. ${why}` })
    } finally {
      setAsking(false)
    }
  }
  return { pairing, isAsking, ask: () => void ask() }
}
