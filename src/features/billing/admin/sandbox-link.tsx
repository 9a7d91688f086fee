import { useLingui } from '@lingui/react/macro'
import { usePricing } from '../../../api/pricing.ts'
import { Button } from '../../../ui/button.tsx'

/**
 * To the page on which the sandbox's time, events and payments are steered; it is the server's, and
 * not the dashboard's.
 */
export function SandboxLink() {
  const { t } = useLingui()
  const { data } = usePricing()
  return data?.mode === 'sandbox' && <Button render={<a href="/sandbox" />}>{t`Open sandbox`}</Button>
}
