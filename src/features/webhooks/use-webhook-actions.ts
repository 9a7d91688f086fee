import { useLingui } from '@lingui/react/macro'
import { useNavigate, useSearchParams } from 'react-router'
import { toApiError } from '../../api/errors.ts'
import {
  type EventType,
  useDeleteWebhook,
  useTestWebhook,
  useUpdateWebhook,
  type Webhook,
} from '../../api/webhooks.ts'
import { cutMiddle } from '../../lib/cut-middle.ts'
import { paths } from '../../paths.ts'
import { confirmAct } from '../../stores/confirm.ts'
import { showToast } from '../../ui/toaster.tsx'
import { useProblemWords } from '../problems/index.ts'
import { figuresSearch, parseFigures } from './delivery-view.ts'
import { shortUrl } from './state.ts'

/** As long as a URL may be in a question. */
const LONG = 60

/** What can be done with a webhook from its row and from its page alike. */
export function useWebhookActions() {
  const { t } = useLingui()
  const words = useProblemWords()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const updated = useUpdateWebhook().mutateAsync
  const deleted = useDeleteWebhook().mutateAsync
  const tested = useTestWebhook().mutateAsync

  const says = (error: unknown) => showToast({ text: words(toApiError(error)), kind: 'error' })
  /** What went wrong is said in the dialog that asked. */
  const doing = (act: () => Promise<unknown>) => async () => {
    try {
      await act()
      return null
    } catch (error) {
      return words(toApiError(error))
    }
  }
  return {
    /** Opens the delivery: there one sees how the receiver answers. */
    test: async ({ webhook_id }: Webhook, type?: EventType) => {
      try {
        const { delivery_id } = await tested({ webhook_id, ...(type && { type }) })
        await navigate(
          paths.webhook(webhook_id, { ...figuresSearch(parseFigures(search)), delivery: delivery_id }),
        )
      } catch (error) {
        says(error)
      }
    },
    enable: async ({ webhook_id, disabled_at }: Webhook) => {
      try {
        await updated({ webhook_id, body: { is_active: true } })
        showToast({
          text: t`Webhook enabled. Earlier events aren’t sent.`,
          ...(disabled_at && {
            action: {
              label: t`Recover events`,
              onClick: () => void navigate(paths.webhook(webhook_id, { recover: disabled_at })),
            },
          }),
        })
      } catch (error) {
        says(error)
      }
    },
    disable: ({ webhook_id, url }: Webhook) => {
      const name = cutMiddle(shortUrl(url), LONG)
      confirmAct({
        title: t`Disable webhook ${name}?`,
        body: t`No more events are sent, and pending deliveries are cancelled. You can enable it again and recover events from the last 30 days.`,
        keep: t`Cancel`,
        act: t`Disable webhook`,
        verb: t`Disabling`,
        run: doing(async () => {
          await updated({ webhook_id, body: { is_active: false } })
          showToast({ text: t`Webhook disabled` })
        }),
      })
    },
    remove: ({ webhook_id, url }: Webhook, onDeleted?: () => void) => {
      const name = cutMiddle(shortUrl(url), LONG)
      confirmAct({
        title: t`Delete webhook ${name}?`,
        body: t`This permanently deletes its secret, deliveries and attempts. No more events are sent.`,
        keep: t`Cancel`,
        act: t`Delete webhook`,
        verb: t`Deleting`,
        run: doing(async () => {
          await deleted(webhook_id)
          showToast({ text: t`Webhook deleted` })
          onDeleted?.()
        }),
      })
    },
  }
}
