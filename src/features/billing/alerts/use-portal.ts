import { useOpenPortal } from '../../../api/billing.ts'
import { toApiError } from '../../../api/errors.ts'
import { showToast } from '../../../ui/toaster.tsx'
import { useProblemWords } from '../../problems/index.ts'

/** Redirects to the payment provider's page for cards, addresses and tax ids. */
export function usePortal() {
  const portal = useOpenPortal()
  const words = useProblemWords()
  const open = () =>
    portal.mutate(undefined, {
      onSuccess: ({ url }) => location.assign(url),
      onError: (error) => void showToast({ kind: 'error', text: words(toApiError(error)) }),
    })
  return { open, isWorking: portal.isPending || portal.isSuccess }
}
