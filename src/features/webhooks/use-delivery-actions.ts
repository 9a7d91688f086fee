import { useLingui } from '@lingui/react/macro'
import { useNavigate, useSearchParams } from 'react-router'
import { toApiError } from '../../api/errors.ts'
import { type Delivery, useCancelDelivery, useResendDelivery, type Webhook } from '../../api/webhooks.ts'
import { paths } from '../../paths.ts'
import { showToast } from '../../ui/toaster.tsx'
import { useProblemWords } from '../problems/index.ts'
import { figuresSearch, parseFigures } from './delivery-view.ts'

/** The actions for a delivery. */
export function useDeliveryActions() {
  const { t } = useLingui()
  const words = useProblemWords()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const resent = useResendDelivery()
  const cancelled = useCancelDelivery()
  const showError = (error: unknown) => showToast({ text: words(toApiError(error)), kind: 'error' })
  return {
    working: resent.isPending ? 'resend' : cancelled.isPending ? 'cancel' : null,
    /** Opens the new delivery, which shows the response. */
    resend: async ({ webhook_id }: Webhook, delivery: Delivery) => {
      try {
        const { delivery_id } = await resent.mutateAsync(delivery)
        showToast({ text: t`Event resent` })
        await navigate(
          paths.webhook(webhook_id, { ...figuresSearch(parseFigures(search)), delivery: delivery_id }),
          { replace: true },
        )
      } catch (error) {
        showError(error)
      }
    },
    cancel: async (delivery: Delivery) => {
      try {
        const { status } = await cancelled.mutateAsync(delivery)
        showToast({
          text: status === 'cancelled' ? t`Delivery cancelled` : t`The delivery has already finished`,
        })
      } catch (error) {
        showError(error)
      }
    },
  } as const
}
