import { useUsageSummary } from '../../api/usage.ts'
import { Panel } from '../../ui/panel.tsx'
import { Bone, Skeleton } from '../../ui/skeleton.tsx'
import { Problem } from '../problems/index.ts'
import { CreditsMeter } from './credits-meter.tsx'
import { Offline } from './offline.tsx'
import { StorageMeter } from './storage-meter.tsx'

const METER = (
  <span className="grid w-full gap-3 pb-2">
    <Bone className="h-3 w-16" />
    <Bone className="h-6 w-28" />
    <Bone className="h-2 w-full" />
  </span>
)

/** Credits and storage, side by side. */
export function Meters() {
  const { data, error, refetch, isPaused } = useUsageSummary()
  if (error && !data)
    return (
      <Panel flush>
        <Problem error={error} onRetry={() => void refetch()} />
      </Panel>
    )
  return (
    <Panel flush>
      {/* Reserves the final height, so that the layout does not shift. */}
      <div className="grid min-h-31.5 divide-line-strong *:p-4 max-md:min-h-67 max-md:divide-y md:grid-cols-2 md:divide-x">
        {data ? (
          <>
            <CreditsMeter {...data} />
            <StorageMeter {...data.storage} />
          </>
        ) : isPaused ? (
          <Offline />
        ) : (
          <>
            <Skeleton rows={1} row={METER} />
            <Skeleton rows={1} row={METER} />
          </>
        )}
      </div>
    </Panel>
  )
}
