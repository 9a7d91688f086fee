import { useLingui } from '@lingui/react/macro'
import { CirclePauseIcon, CirclePlayIcon, EllipsisIcon, ListIcon, SendIcon, Trash2Icon } from 'lucide-react'
import { Link } from 'react-router'
import type { Webhook } from '../../api/webhooks.ts'
import { paths } from '../../paths.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, type MenuEntry } from '../../ui/menu.tsx'
import { useMay } from '../businesses/acting/index.ts'
import { shortUrl } from './state.ts'
import { useWebhookActions } from './use-webhook-actions.ts'

/** What can be done with a webhook. Who may not change it has nothing here: its URL opens it. */
export function RowActions({ webhook }: { webhook: Webhook }) {
  const { t } = useLingui()
  const may = useMay()
  const { test, enable, disable, remove } = useWebhookActions()
  const name = shortUrl(webhook.url)
  if (!may('webhooks:write')) return null
  const entries: MenuEntry[] = [
    { label: t`View deliveries`, icon: ListIcon, render: <Link to={paths.webhook(webhook.webhook_id)} /> },
    { label: t`Send test event`, icon: SendIcon, onSelect: () => void test(webhook) },
    webhook.is_active
      ? { label: t`Disable webhook`, icon: CirclePauseIcon, onSelect: () => disable(webhook) }
      : { label: t`Enable webhook`, icon: CirclePlayIcon, onSelect: () => void enable(webhook) },
    'line',
    { label: t`Delete webhook`, icon: Trash2Icon, danger: true, onSelect: () => remove(webhook) },
  ]
  return <Menu trigger={<IconButton name={t`More for ${name}`} icon={EllipsisIcon} />} entries={entries} />
}
