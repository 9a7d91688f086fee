import { useLingui } from '@lingui/react/macro'
import { useNavigate, useSearchParams } from 'react-router'
import {
  type EventType,
  useDeleteWebhook,
  useTestWebhook,
  useUpdateWebhook,
  type Webhook,
} from '../../api/webhooks.ts'
import { cutMiddle } from '../../lib/cut-middle.ts'
import { paths } from '../../paths.ts'
import { showToast } from '../../ui/toaster.tsx'
import { useConfirmAct, useProblemWords } from '../problems/index.ts'
import { figuresSearch, parseFigures } from './delivery-view.ts'
import { shortUrl } from './state.ts'

/** The maximum length of a URL in a dialog title. */
const LONG = 60

/** The actions of a webhook, shared by its row and its page. */
export function useWebhookActions() {
  const { t } = useLingui()
  const words = useProblemWords()
  const confirm = useConfirmAct()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const updated = useUpdateWebhook().mutateAsync
  const deleted = useDeleteWebhook().mutateAsync
  const tested = useTestWebhook().mutateAsync

  const showError = (error: unknown) => showToast({ text: words(error), kind: 'error' })
  return {
    /** Opens the delivery, which shows the response. */
    test: async ({ webhook_id }: Webhook, type?: EventType) => {
      try {
        const { delivery_id } = await tested({ webhook_id, ...(type && { type }) })
        await navigate(
          paths.webhook(webhook_id, { ...figuresSearch(parseFigures(search)), delivery: delivery_id }),
        )
      } catch (error) {
        showError(error)
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
        showError(error)
      }
    },
    disable: ({ webhook_id, url }: Webhook) => {
      const name = cutMiddle(shortUrl(url), LONG)
      confirm({
        title: t`Disable webhook ${name}?`,
        body: t`No more events are sent, and pending deliveries are cancelled. You can enable it again and recover events from the last 30 days.`,
        act: t`Disable webhook`,
        verb: t`Disabling`,
        run: async () => {
          await updated({ webhook_id, body: { is_active: false } })
          showToast({ text: t`Webhook disabled` })
        },
      })
    },
    remove: ({ webhook_id, url }: Webhook, onDeleted?: () => void) => {
      const name = cutMiddle(shortUrl(url), LONG)
      confirm({
        title: t`Delete webhook ${name}?`,
        body: t`This permanently deletes its secret, deliveries and attempts. No more events are sent.`,
        act: t`Delete webhook`,
        verb: t`Deleting`,
        run: async () => {
          await deleted(webhook_id)
          showToast({ text: t`Webhook deleted` })
          onDeleted?.()
        },
      })
    },
  }
}
