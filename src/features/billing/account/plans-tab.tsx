import { useState } from 'react'
import { type Interval, usePlan, usePricing, useSpendingOf30Days } from '../../../api/billing.ts'
import { useStorageUsage } from '../../../api/storage.ts'
import { PageFrame } from '../../../ui/page-frame.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { useMay } from '../../businesses/acting/index.ts'
import { Coming, Problem } from '../../problems/index.ts'
import { Calculator } from './calculator.tsx'
import { PacksPanel } from './packs-panel.tsx'
import { PlansPanel } from './plans-panel.tsx'
import type { Use } from './price-for.ts'

/** Plans, packs and add-ons, each with an estimated price by own usage. */
export default function PlansTab() {
  const pricing = usePricing()
  const plan = usePlan()
  const spending = useSpendingOf30Days()
  const maySeeStorage = useMay()('storage:read')
  const storage = useStorageUsage(maySeeStorage)
  const [chosen, setChosen] = useState<Interval | null>(null)
  const queries = [pricing, plan, spending]
  if (!pricing.data || !plan.data || !spending.data || (maySeeStorage && !storage.data)) {
    const failed = [...queries, storage].find(({ data, error }) => error && !data)
    return (
      <PageFrame>
        <Panel flush>
          {failed ? (
            <Problem
              error={failed.error}
              onRetry={() => {
                for (const one of [...queries, storage]) if (one.error) void one.refetch()
              }}
            />
          ) : (
            <Coming paused={queries.some(({ isPaused }) => isPaused)} rows={10} />
          )}
        </Panel>
      </PageFrame>
    )
  }
  const { data: current } = plan
  const interval = chosen ?? current.interval ?? 'month'
  const use: Use = {
    credits: spending.data.credits,
    largest_upload_bytes: spending.data.largest_upload_bytes,
    storage_bytes: storage.data?.used_bytes ?? 0,
    members: spending.data.members_now,
  }
  const offered = pricing.data.plans.filter((one) => one.interval === null || one.interval === interval)
  const shared = { pricing: pricing.data, offered, current }
  return (
    <PageFrame>
      <PlansPanel
        {...shared}
        use={use}
        files={spending.data.files}
        interval={interval}
        onInterval={setChosen}
      />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
        <Calculator {...shared} use={use} rates={spending.data.rates} />
        <PacksPanel pricing={pricing.data} storage={storage.data} daily={use.credits / 30} />
      </div>
    </PageFrame>
  )
}
