import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { classNames } from '../../lib/class-names.ts'
import { modKey } from '../../lib/use-hotkeys.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { NEW_WEBHOOK_FORM } from './new-webhook.tsx'
import type { NewWebhook } from './use-new-webhook.ts'

/** At the end of the page header, before the webhook is created. */
export function NewWebhookActions({ draft }: { draft: NewWebhook }) {
  const { t } = useLingui()
  if (draft.made) return null
  return (
    <>
      <Button variant="ghost" render={<Link to={paths.webhooks()} />}>
        {t`Cancel`}
      </Button>
      <Button
        variant="primary"
        type="submit"
        form={NEW_WEBHOOK_FORM}
        hotkey={`${modKey()} ↵`}
        working={draft.working}
        verb={t`Creating`}
      >
        {t`Create webhook`}
      </Button>
    </>
  )
}

/** The steps, next to the page's title. */
export function NewWebhookSteps({ draft }: { draft: NewWebhook }) {
  const { t } = useLingui()
  const steps = [t`Endpoint and events`, t`Secret`, t`First test`]
  return (
    <span className="flex flex-wrap gap-x-4">
      {steps.map((step, at) => {
        const now = draft.made ? at > 0 : at === 0
        return (
          <span
            key={step}
            {...(now && { 'aria-current': 'step' as const })}
            className={classNames(now && 'font-strong text-ink')}
          >
            {at + 1} {step}
          </span>
        )
      })}
    </span>
  )
}
