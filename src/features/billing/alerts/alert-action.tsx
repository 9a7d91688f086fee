import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { type Alert, useResumePlan } from '../../../api/billing.ts'
import { toApiError } from '../../../api/errors.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { useMay } from '../../businesses/acting/index.ts'
import { useProblemWords } from '../../problems/index.ts'
import { usePortal } from './use-portal.ts'

/** One action per alert, for users with the permission. */
export function AlertAction({ kind, size = 28 }: { kind: Alert['kind']; size?: 24 | 28 }) {
  const { t } = useLingui()
  const may = useMay()
  const portal = usePortal()
  const resume = useResumePlan()
  const words = useProblemWords()
  const look = { size, className: 'max-sm:w-full' } as const
  if (!may('billing:write')) return null
  switch (kind) {
    case 'payment_failed':
    case 'card_expires':
      return (
        <Button {...look} working={portal.isWorking} verb={t`Opening`} onClick={portal.open}>
          {t`Update card`}
        </Button>
      )
    case 'spend_limit_near':
    case 'spend_limit_reached':
      return (
        <Button {...look} render={<Link to={paths.billing('settings')} />}>
          {t`Change limit`}
        </Button>
      )
    case 'subscription_ends':
      return (
        <Button
          {...look}
          working={resume.isPending}
          verb={t`Resuming`}
          onClick={() =>
            resume.mutate(undefined, {
              onError: (error) => void showToast({ kind: 'error', text: words(toApiError(error)) }),
            })
          }
        >
          {t`Resume plan`}
        </Button>
      )
    default:
      return (
        <Button {...look} render={<Link to={paths.billing('plans')} />}>
          {t`Buy credits`}
        </Button>
      )
  }
}
