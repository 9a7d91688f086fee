import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { HistoryIcon, SendIcon } from 'lucide-react'
import { Link } from 'react-router'
import type { Webhook } from '../../api/webhooks.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Cell } from '../../ui/table.tsx'
import { useMay } from '../businesses/acting/index.ts'
import { useStateSentence } from './use-labels.ts'
import { useWebhookActions } from './use-webhook-actions.ts'

/**
 * Below a failing or disabled webhook: since when and why, the last response, and the next step.
 */
export function RowState({ webhook, wide }: { webhook: Webhook; wide: boolean }) {
  const { t } = useLingui()
  const sentence = useStateSentence()(webhook)
  const mayWrite = useMay()('webhooks:write')
  const { test, enable } = useWebhookActions()
  const { webhook_id, is_active, disabled_reason, stats } = webhook
  const failure = is_active || disabled_reason !== 'owner' ? stats.last_failure?.error : undefined
  if (!sentence) return null
  return (
    <Cell
      className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-2 max-sm:col-span-2 max-sm:row-start-6 sm:col-start-2 ${wide ? 'sm:col-end-9' : 'sm:col-end-7'}`}
    >
      <p className="min-w-0 flex-1 basis-60">
        {sentence}{' '}
        {failure && <span className="text-ink-soft wrap-anywhere">{t`Last failure: ${failure}`}</span>}
      </p>
      <span className="flex flex-wrap gap-2">
        {is_active && stats.pending > 0 && (
          <Button
            size={28}
            icon={HistoryIcon}
            render={<Link to={paths.webhook(webhook_id, { status: 'pending' })} />}
          >
            {t({ message: plural(stats.pending, { one: 'View # pending', other: 'View # pending' }) })}
          </Button>
        )}
        {mayWrite && !is_active && (
          <>
            <Button size={28} icon={SendIcon} onClick={() => void test(webhook)}>
              {t`Send test event`}
            </Button>
            <Button size={28} onClick={() => void enable(webhook)}>
              {t`Enable webhook`}
            </Button>
          </>
        )}
      </span>
    </Cell>
  )
}
