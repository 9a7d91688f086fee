import { useLingui } from '@lingui/react/macro'
import { type ComponentType, useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { CatalogEntry, Webhook } from '../../api/webhooks.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SecretBox } from './secret-box.tsx'
import { shortUrl } from './state.ts'

type MadeWebhookProps = { webhook: Webhook; entries: readonly CatalogEntry[] }

const loadFirstTest = () => import('./first-test.tsx')

/** Preloads the test before the webhook is created. */
export const useLoadedFirstTest = (): ComponentType<MadeWebhookProps> | null => {
  const [FirstTest, setFirstTest] = useState<ComponentType<MadeWebhookProps> | null>(null)
  useEffect(() => {
    // No error boundary: if loading fails, the secret must stay visible.
    loadFirstTest().then(
      (loaded) => setFirstTest(() => loaded.FirstTest),
      () => {},
    )
  }, [])
  return FirstTest
}

/** The secret, shown once, and a first test. */
export function MadeWebhook({ webhook, entries }: MadeWebhookProps) {
  const { t } = useLingui()
  const [stored, setStored] = useState(false)
  const FirstTest = useLoadedFirstTest()
  const target = paths.webhook(webhook.webhook_id)
  return (
    <>
      <Panel title={t`Secret`} note={<span translate="no">{shortUrl(webhook.url)}</span>}>
        <div className="grid gap-3">
          <p>
            {t`This secret is shown only once. Your receiver uses it to verify that requests come from Filewright, so store it where only your receiver can read it.`}
          </p>
          <SecretBox secret={webhook.secret ?? ''} url={webhook.url} />
          <Checkbox checked={stored} onChange={setStored}>{t`I’ve saved the secret`}</Checkbox>
        </div>
      </Panel>
      {FirstTest && <FirstTest webhook={webhook} entries={entries} />}
      <p className="flex justify-end">
        {stored ? (
          <Button variant="primary" render={<Link to={target} />}>{t`Open webhook`}</Button>
        ) : (
          <Button
            variant="primary"
            disabled
            reason={t`Save the secret first, then select the checkbox.`}
          >{t`Open webhook`}</Button>
        )}
      </p>
    </>
  )
}
