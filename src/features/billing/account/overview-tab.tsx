import { useBalance, usePlan } from '../../../api/billing.ts'
import { PageFrame } from '../../../ui/page-frame.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { useMay } from '../../businesses/acting/index.ts'
import { Coming, Problem } from '../../problems/index.ts'
import { AttentionStrip } from './attention-strip.tsx'
import { BalancePanel } from './balance-panel.tsx'
import { PlanPanel } from './plan-panel.tsx'
import { PromoPanel } from './promo-panel.tsx'
import { SpendLimitPanel } from './spend-limit-panel.tsx'
import { SpentPanel } from './spent-panel.tsx'

/** Alerts, the balance, spending, and the plan. */
export default function OverviewTab() {
  const may = useMay()
  const balance = useBalance()
  return (
    <>
      {balance.data && balance.data.alerts.length > 0 && (
        <div className="max-w-page px-4 pt-4 md:ps-6 md:pe-5">
          <AttentionStrip alerts={balance.data.alerts} />
        </div>
      )}
      <PageFrame
        wideSide
        side={
          <>
            <PlanCard />
            {may('billing:read') && <SpendLimitPanel />}
            {may('billing:write') && <PromoPanel />}
          </>
        }
      >
        {balance.data ? (
          <BalancePanel balance={balance.data} />
        ) : (
          <Panel flush>
            {balance.error ? (
              <Problem error={balance.error} onRetry={() => void balance.refetch()} />
            ) : (
              <Coming paused={balance.isPaused} rows={5} />
            )}
          </Panel>
        )}
        <SpentPanel />
      </PageFrame>
    </>
  )
}

function PlanCard() {
  const { data, error, refetch, isPaused } = usePlan()
  if (data) return <PlanPanel plan={data} />
  return (
    <Panel flush>
      {error ? (
        <Problem error={error} onRetry={() => void refetch()} />
      ) : (
        <Coming paused={isPaused} rows={4} />
      )}
    </Panel>
  )
}
