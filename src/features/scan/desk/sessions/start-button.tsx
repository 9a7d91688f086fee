import { useLingui } from '@lingui/react/macro'
import { ScanTextIcon } from 'lucide-react'
import { useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { toApiError } from '../../../../api/errors.ts'
import { useCreateScan } from '../../../../api/scan-changes.ts'
import { randomId } from '../../../../lib/random-id.ts'
import { paths } from '../../../../paths.ts'
import { Button } from '../../../../ui/button.tsx'
import { showToast } from '../../../../ui/toaster.tsx'
import { useProblemWords } from '../../../problems/index.ts'
import { keepPairing } from '../pairing/pairing-store.ts'

/** Creates a session and opens its desk, with the code for the phone. */
export function useStart() {
  const words = useProblemWords()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { mutateAsync, isPending } = useCreateScan()
  // A retry after a lost response uses the same key.
  const key = useRef(randomId())
  const start = async () => {
    try {
      const made = await mutateAsync({ title: '', key: key.current })
      key.current = randomId()
      keepPairing(made.session_id, made)
      const purpose = search.get('for')
      void navigate(paths.scanSession(made.session_id, purpose ? { for: purpose } : {}))
    } catch (error) {
      showToast({ id: 'scan-start', kind: 'error', text: words(toApiError(error)) })
    }
  }
  return { start: () => void start(), isPending }
}

export function StartButton() {
  const { t } = useLingui()
  const { start, isPending } = useStart()
  return (
    <Button
      variant="primary"
      icon={ScanTextIcon}
      working={isPending}
      verb={t`Starting session`}
      onClick={start}
    >
      {t`Start scanning`}
    </Button>
  )
}
