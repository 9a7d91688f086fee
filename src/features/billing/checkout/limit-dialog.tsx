import { useLingui } from '@lingui/react/macro'
import { useBillingSettings } from '../../../api/billing.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { paths } from '../../../paths.ts'
import { settleNeededCredits } from '../../../stores/needed-credits.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

/** The limit is changed in another tab, so that the current work stays. */
export function LimitDialog() {
  const { t, i18n } = useLingui()
  const { data } = useBillingSettings()
  const spent = formatNumber(data?.spent ?? 0, i18n.locale)
  const limit = formatNumber(data?.spend_limit ?? 0, i18n.locale)
  return (
    <Dialog
      open
      over
      onOpenChange={(open) => !open && settleNeededCredits(false)}
      title={t`Monthly spend limit reached`}
      description={
        data?.spend_limit
          ? t`${spent} of ${limit} credits spent this month. You weren’t charged for this work.`
          : t`You weren’t charged for this work.`
      }
      foot={
        <>
          <Button onClick={() => settleNeededCredits(false)}>{t`Close`}</Button>
          <Button render={<a href={paths.billing('settings')} target="_blank" rel="noreferrer" />}>
            {t`Change limit`}
          </Button>
          <Button variant="primary" onClick={() => settleNeededCredits(true)}>
            {t`Retry`}
          </Button>
        </>
      }
    >
      <p>{t`Settings open in a new tab. Change the limit there, then retry here.`}</p>
    </Dialog>
  )
}
