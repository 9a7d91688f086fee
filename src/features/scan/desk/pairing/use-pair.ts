import { useLingui } from '@lingui/react/macro'
import { usePairScan } from '../../../../api/scan-changes.ts'
import { showToast } from '../../../../ui/toaster.tsx'
import { useProblemWords } from '../../../problems/index.ts'
import { keepPairing, usePairing } from './pairing-store.ts'

/** The current pairing link, and a function for a new one. */
export function usePair(session_id: string) {
  const { t } = useLingui()
  const words = useProblemWords()
  const pairing = usePairing(session_id)
  const { mutateAsync, isPending } = usePairScan(session_id)
  const ask = () =>
    void mutateAsync().then(
      (made) => keepPairing(session_id, made),
      (error) => {
        const why = words(error)
        showToast({ id: 'scan-pairing', kind: 'error', text: t`No new code was created. ${why}` })
      },
    )
  return { pairing, isAsking: isPending, ask }
}
