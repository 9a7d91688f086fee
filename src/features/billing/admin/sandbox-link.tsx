import { useLingui } from '@lingui/react/macro'
import { usePricing } from '../../../api/pricing.ts'
import { Button } from '../../../ui/button.tsx'

/** Links to the sandbox page for time, events and payments, which the server renders. */
export function SandboxLink() {
  const { t } = useLingui()
  const { data } = usePricing()
  return data?.mode === 'sandbox' && <Button render={<a href="/sandbox" />}>{t`Open sandbox`}</Button>
}
