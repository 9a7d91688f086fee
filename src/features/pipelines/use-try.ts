import { useMutation } from '@tanstack/react-query'
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
  /** From the click until the server has responded. */
  sending: boolean
  error: ApiError | null
  start: (file: RunFile) => void
  clear: () => void
  /** The steps have changed since. */
  stale: boolean
  resultOf: (step: DraftStep, index: number) => StepState | null
}

/** A free dry run on a sample, whose id is in the URL; each step shows its result. */
export function useTry({ builder, save }: Editing): Trial {
  const [search, setSearch] = useSearchParams()
  const navigate = useNavigate()
  const id = search.get('try')
  const run = usePipelineRunSidePanel(id).data ?? null
  const items = useRunItems(run, null)
  const item = items.data?.rows[0] ?? null

  const { mutate, isPending, error } = useMutation({
    networkMode: 'always',
    async mutationFn(file: RunFile) {
      // The saved pipeline is what runs.
      const pipeline = await save()
      if (!pipeline) return
      const made = await sendRun({ pipeline: pipeline.id, files: [file], dryRun: true, key: randomId() })
      // A newly saved pipeline has another URL than before.
      void navigate(paths.pipeline(pipeline.id, { try: made.run_id }), { replace: true })
    },
  })

  return {
    run,
    item,
    sending: isPending,
    error: error && !(error instanceof Withdrawn) ? toApiError(error) : null,
    stale: run !== null && builder.dirty,
    clear: () => setSearch({}, { replace: true }),
    start: (file) => mutate(file),
    resultOf({ operation, target }, index) {
      const ran = run?.steps[index]
      return ran?.operation === operation && ran.target_format === target
        ? (item?.steps[index] ?? null)
        : null
    },
  }
}
