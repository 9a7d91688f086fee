import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { type ApiError, toApiError } from '../../api/errors.ts'
import {
  type PipelineRun,
  type RunItem,
  type StepState,
  usePipelineRunSidePanel,
  useRunItems,
} from '../../api/pipelines.ts'
import { randomId } from '../../lib/random-id.ts'
import { paths } from '../../paths.ts'
import type { DraftStep } from './drafts.ts'
import { type RunFile, sendRun, Withdrawn } from './send-run.ts'
import type { Editing } from './use-editing.ts'

export interface Trial {
  run: PipelineRun | null
  item: RunItem | null
  /** From the press until the service has it. */
  sending: boolean
  error: ApiError | null
  start: (file: RunFile) => Promise<void>
  clear: () => void
  /** The steps were changed after it. */
  stale: boolean
  resultOf: (step: DraftStep, index: number) => StepState | null
}

/** A dry run on a sample, whose id the address holds: it costs nothing, and each step shows what it made. */
export function useTry({ builder, save }: Editing): Trial {
  const [search, setSearch] = useSearchParams()
  const navigate = useNavigate()
  const id = search.get('try')
  const [sending, setSending] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const run = usePipelineRunSidePanel(id).data ?? null
  const items = useRunItems(run, null)
  const item = items.data?.rows[0] ?? null

  return {
    run,
    item,
    sending,
    error,
    stale: run !== null && builder.dirty,
    clear: () => setSearch({}, { replace: true }),
    async start(file) {
      setError(null)
      setSending(true)
      try {
        // What is saved is what runs.
        const pipeline = await save()
        if (!pipeline) return
        const made = await sendRun({ pipeline: pipeline.id, files: [file], dryRun: true, key: randomId() })
        // One that was saved just now has another address than before.
        void navigate(paths.pipeline(pipeline.id, { try: made.run_id }), { replace: true })
      } catch (wrong) {
        if (!(wrong instanceof Withdrawn)) setError(toApiError(wrong))
      } finally {
        setSending(false)
      }
    },
    resultOf({ operation, target }, index) {
      const ran = run?.steps[index]
      return ran?.operation === operation && ran.target_format === target
        ? (item?.steps[index] ?? null)
        : null
    },
  }
}
