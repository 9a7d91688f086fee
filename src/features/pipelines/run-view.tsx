import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { type ItemStatus, type PipelineRun, runEnded } from '../../api/pipelines.ts'
import { useShareResult } from '../shares/manage/index.ts'
import { RunItems } from './run-items.tsx'
import { RunProgress } from './run-progress.tsx'
import { RunSteps } from './run-steps.tsx'

/** A run: its progress, each step, and every file with its own progress. */
export function RunView({ run }: { run: PipelineRun }) {
  const { t } = useLingui()
  const { share, dialog } = useShareResult()
  const [status, setStatus] = useState<ItemStatus | null>(null)
  const { run_id, status: state } = run
  const [wasPending, setWasPending] = useState(state === 'pending')
  useEffect(() => {
    if (state === 'pending') setWasPending(true)
    else if (wasPending) {
      setWasPending(false)
      runEnded(run_id)
    }
  }, [state, wasPending, run_id])
  return (
    <div className="flex min-h-full flex-col">
      <div className="grid max-w-page gap-4 px-4 pt-4 md:ps-6 md:pe-5">
        <RunProgress run={run} />
        <RunSteps run={run} />
      </div>
      {/* Never higher than the window, so that only visible rows are rendered. */}
      <section
        aria-label={t`Files of the run`}
        className="flex max-h-[max(24rem,85dvh)] min-h-96 max-w-page flex-1 flex-col px-4 py-4 md:ps-6 md:pe-5"
      >
        <div className="flex min-h-0 flex-1 flex-col overflow-hidden rounded-sheet border border-line-strong bg-surface [--list-inset:1rem]">
          <RunItems run={run} status={status} onStatus={setStatus} onShare={share} />
        </div>
      </section>
      {dialog}
    </div>
  )
}
