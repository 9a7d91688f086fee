import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useDelivery, useEventTypes, type Webhook } from '../../api/webhooks.ts'
import { classNames } from '../../lib/class-names.ts'
import { paths } from '../../paths.ts'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import { useMay } from '../businesses/acting/index.ts'
import { Coming, Problem } from '../problems/index.ts'
import { Deliveries } from './deliveries.tsx'
import { DeliveryDetail } from './delivery-detail.tsx'
import { parseView, searchOf } from './delivery-view.ts'
import { Figures } from './figures/figures.tsx'
import { useOpenDialog } from './use-open-dialog.ts'
import { WebhookDetails } from './webhook-details.tsx'

const SettingsDialog = lazy(() => import('./settings-dialog.tsx'))
const RotateDialog = lazy(() => import('./rotate-dialog.tsx'))
const RecoverDialog = lazy(() => import('./recover-dialog.tsx'))

/** A webhook: its status, statistics and deliveries, with the open delivery next to them. */
export function WebhookView({ webhook }: { webhook: Webhook }) {
  const [search] = useSearchParams()
  const { data } = useEventTypes()
  const types = (data?.results ?? []).map(({ type }) => type)
  const view = parseView(search, types)
  const { kind, id, close } = useOpenDialog()
  const mayWrite = useMay()('webhooks:write')
  const open = view.delivery
  return (
    <PageFrame>
      <div className={classNames('grid min-w-0 gap-4', open && 'max-xl:hidden')}>
        <WebhookDetails webhook={webhook} />
        <Figures webhook={webhook} view={view} types={types} />
      </div>
      <div
        className={classNames(
          'grid items-start gap-4',
          open && 'xl:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]',
        )}
      >
        {/* On narrow screens, the open delivery replaces the list. */}
        <div className={classNames('min-w-0', open && 'max-xl:hidden')}>
          <Deliveries webhook={webhook} view={view} types={types} />
        </div>
        {open && (
          <OpenDelivery
            key={open}
            webhook={webhook}
            id={open}
            onClose={paths.webhook(webhook.webhook_id, searchOf({ ...view, delivery: null }))}
          />
        )}
      </div>
      <Suspense>
        {mayWrite && kind === 'edit' && <SettingsDialog webhook={webhook} onClose={close} />}
        {mayWrite && kind === 'rotate' && <RotateDialog webhook={webhook} onClose={close} />}
        {mayWrite && kind === 'recover' && <RecoverDialog webhook={webhook} since={id} onClose={close} />}
      </Suspense>
    </PageFrame>
  )
}

function OpenDelivery({ webhook, id, onClose }: { webhook: Webhook; id: string; onClose: string }) {
  const { t } = useLingui()
  const { data, error, refetch, isPaused } = useDelivery(webhook.webhook_id, id)
  if (data) return <DeliveryDetail webhook={webhook} delivery={data} onClose={onClose} />
  return (
    <Panel title={t`Delivery`} flush>
      {error?.code === 'not_found' || error?.code === 'invalid_request' ? (
        <p className="px-4 py-6 text-center text-ink-soft">
          {t`Delivery not found. Deliveries are kept for 30 days.`}{' '}
          <TextButton render={<Link to={onClose} replace />}>{t`Close`}</TextButton>
        </p>
      ) : error ? (
        <Problem error={error} onRetry={() => void refetch()} />
      ) : (
        <Coming paused={isPaused} rows={5} />
      )}
    </Panel>
  )
}
