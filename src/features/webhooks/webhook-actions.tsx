import { useLingui } from '@lingui/react/macro'
import {
  ChevronDownIcon,
  CirclePauseIcon,
  CirclePlayIcon,
  EllipsisIcon,
  HistoryIcon,
  KeyRoundIcon,
  PencilIcon,
  SendIcon,
  Trash2Icon,
} from 'lucide-react'
import { useNavigate } from 'react-router'
import { useEventTypes, type Webhook } from '../../api/webhooks.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useOpenDialog } from './use-open-dialog.ts'
import { useWebhookActions } from './use-webhook-actions.ts'

/** The actions on a webhook's page, by permission. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { open } = useOpenDialog()
  const { test, enable, disable, remove } = useWebhookActions()
  const { data } = useEventTypes()
  const { disabled_at, failing_since, is_active } = webhook
  const since = disabled_at ?? failing_since ?? '1'
  return (
    <>
      <Menu
        trigger={
          <Button icon={SendIcon} endIcon={ChevronDownIcon}>
            {t`Send test event`}
          </Button>
        }
        entries={(data?.results ?? []).map(({ type }) => ({
          label: type,
          onSelect: () => void test(webhook, type),
        }))}
      />
      <Menu
        trigger={<IconButton name={t`More`} icon={EllipsisIcon} framed />}
        entries={[
          { label: t`Edit settings`, icon: PencilIcon, onSelect: () => open('edit') },
          { label: t`Rotate secret`, icon: KeyRoundIcon, onSelect: () => open('rotate') },
          { label: t`Recover events`, icon: HistoryIcon, onSelect: () => open('recover', since) },
          is_active
            ? { label: t`Disable webhook`, icon: CirclePauseIcon, onSelect: () => disable(webhook) }
            : { label: t`Enable webhook`, icon: CirclePlayIcon, onSelect: () => void enable(webhook) },
          'line',
          {
            label: t`Delete webhook`,
            icon: Trash2Icon,
            danger: true,
            onSelect: () => remove(webhook, () => void navigate(paths.webhooks())),
          },
        ]}
      />
    </>
  )
}
