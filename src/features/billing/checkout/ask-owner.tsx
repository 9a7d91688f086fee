import { useLingui } from '@lingui/react/macro'
import { type NeededCredits, settleNeededCredits } from '../../../stores/needed-credits.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useActingFor } from '../../businesses/acting/index.ts'

/** For members without the permission to buy: whom to ask, and how to continue afterwards. */
export function AskOwner({ need }: { need: NeededCredits }) {
  const { t } = useLingui()
  const business = useActingFor()?.business.name ?? ''
  return (
    <Dialog
      open
      over
      onOpenChange={(open) => !open && settleNeededCredits(false)}
      title={need.reason === 'spend_limit' ? t`Monthly spend limit reached` : t`Not enough credits`}
      description={
        need.reason === 'spend_limit'
          ? t`Ask an owner or admin of ${business} to change the limit, then retry. You weren’t charged.`
          : t`Ask an owner or admin of ${business} to buy credits, then retry. You weren’t charged.`
      }
      foot={
        <>
          <Button onClick={() => settleNeededCredits(false)}>{t`Close`}</Button>
          <Button variant="primary" onClick={() => settleNeededCredits(true)}>
            {t`Retry`}
          </Button>
        </>
      }
    />
  )
}
