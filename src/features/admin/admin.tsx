import { useAdminOverview } from '../../api/admin.ts'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Coming, Problem } from '../problems/index.ts'
import { FailuresPanel } from './failures-panel.tsx'
import { PendingPanel } from './pending-panel.tsx'
import { QuarantinePanel } from './quarantine-panel.tsx'
import { QueuesPanel } from './queues-panel.tsx'
import { ServerPanel } from './server-panel.tsx'
import { WorkersPanel } from './workers-panel.tsx'

/** The administrator's overview of the server, polled every few seconds. */
export function Admin() {
  const { data, error, isPaused, refetch } = useAdminOverview()
  if (!data)
    return (
      <PageFrame>
        <Panel flush>
          {error ? (
            <Problem error={error} onRetry={() => void refetch()} />
          ) : (
            <Coming paused={isPaused} rows={6} />
          )}
        </Panel>
      </PageFrame>
    )
  return (
    <PageFrame wideSide side={<ServerPanel overview={data} />}>
      <FailuresPanel failures={data.failures} />
      <QueuesPanel queues={data.queues} />
      <PendingPanel />
      <WorkersPanel workers={data.workers} />
      <QuarantinePanel />
    </PageFrame>
  )
}
