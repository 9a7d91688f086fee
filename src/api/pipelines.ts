import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import type {
  Pipeline,
  PipelineCheck,
  PipelineRun,
  PipelineStep,
  RunItem,
  StepCheck,
} from '../../contract/pipelines.ts'
import { call, type Input, type Output, urlOf } from './client.ts'
import { type Catalog, catalogQuery, type OperationEntry } from './convert.ts'
import { invalidate, invalidateSoon, keyOf, q, queryClient } from './query-client.ts'
import { scrolled } from './scrolled.ts'
import { invalidateUsage } from './usage.ts'

export type { Pipeline, PipelineCheck, PipelineRun, PipelineStep, RunItem, StepCheck }
export type PipelineBody = Input<'createPipeline'>['body']
export type PipelineFilters = Omit<NonNullable<Input<'listPipelines'>['query']>, 'page' | 'cursor'>
export type RunFilters = Omit<NonNullable<Input<'listPipelineRuns'>['query']>, 'page' | 'cursor'>
export type PipelineDocument = Output<'exportPipeline'>
export type ImportedPipeline = Output<'importPipeline'>
export type ItemStatus = RunItem['conversion']['status']
export type StepState = RunItem['steps'][number]

/**
 * Steps of one pipeline and files of one run: `PIPELINE_LIMITS`; the contract's code is not in page
 * bundles.
 */
export const MOST_STEPS = 30
export const MOST_FILES = 1000
/** The limit of files in one form. */
export const MOST_SENT = 100

export const usePipelines = (filters: PipelineFilters) =>
  useInfiniteQuery(
    scrolled<Pipeline>(['listPipelines', 'scroll', filters], (page, signal) =>
      call('listPipelines', { query: { ...filters, ...page } }, { signal }),
    ),
  )

/** The most recently changed pipelines, for a menu. Requested when it is opened. */
export const useRecentPipelines = (enabled: boolean) =>
  useQuery({ ...q('listPipelines', { query: { page_size: 20 } }), enabled })

const pipelineKey = (pipeline_id: string) => keyOf('getPipeline', { params: { pipeline_id } })

export const usePipeline = (pipeline_id: string | null) =>
  useQuery({
    ...q('getPipeline', { params: { pipeline_id: pipeline_id ?? '' } }),
    enabled: pipeline_id !== null,
  })

/** The pipeline in a side panel, where an error does not replace the page. */
export const usePipelineSidePanel = (pipeline_id: string | null) =>
  useQuery({
    ...q('getPipeline', { params: { pipeline_id: pipeline_id ?? '' } }),
    enabled: pipeline_id !== null,
    throwOnError: false,
  })

export const usePipelineTemplates = (enabled = true) =>
  useQuery({ ...q('listPipelineTemplates'), staleTime: 600_000, throwOnError: false, enabled })

const documentOperations = ({ operations }: Catalog): OperationEntry[] =>
  operations.filter(({ family }) => family === 'document')

/** The catalog's operations on documents, with their options and prices. */
export const useDocumentOperations = () => useQuery({ ...catalogQuery, select: documentOperations })

/**
 * Whether steps can follow each other. Passwords that a saved pipeline stores count, though no page
 * has them.
 */
export const usePipelineCheck = (steps: readonly PipelineStep[], pipeline_id: string | null) =>
  useQuery({
    ...q('checkPipeline', { body: { steps: [...steps], ...(pipeline_id && { pipeline_id }) } }),
    enabled: steps.length > 0,
    staleTime: 30_000,
    gcTime: 60_000,
    throwOnError: false,
  })

/** Without a network the mutation fails immediately instead of staying paused. */
const atOnce = { networkMode: 'always' } as const

function refresh(pipeline: Pipeline | null): void {
  if (pipeline) queryClient.setQueryData(pipelineKey(pipeline.id), pipeline)
  void invalidate('listPipelines')
}

/** Updates the pipeline with this id, or creates one. The key is the same for every attempt. */
export const useSavePipeline = () =>
  useMutation({
    ...atOnce,
    mutationFn: ({ id, body, key }: { id: string | null; body: PipelineBody; key: string }) =>
      id === null
        ? call('createPipeline', { body }, { idempotencyKey: key })
        : call('updatePipeline', { params: { pipeline_id: id }, body }),
    onSuccess: refresh,
  })

/** The key is the same for every attempt. */
export const useDuplicatePipeline = () =>
  useMutation({
    ...atOnce,
    mutationFn: ({ id, key }: { id: string; key: string }) =>
      call('duplicatePipeline', { params: { pipeline_id: id } }, { idempotencyKey: key }),
    onSuccess: refresh,
  })

export const useDeletePipeline = () =>
  useMutation({
    ...atOnce,
    mutationFn: (pipeline_id: string) => call('deletePipeline', { params: { pipeline_id } }),
    onSuccess: (_, pipeline_id) => {
      queryClient.removeQueries({ queryKey: pipelineKey(pipeline_id) })
      refresh(null)
      void invalidate('listPipelineRuns')
    },
  })

export const useExportPipeline = () =>
  useMutation({
    ...atOnce,
    mutationFn: (pipeline_id: string) => call('exportPipeline', { params: { pipeline_id } }),
  })

export const useImportPipeline = () =>
  useMutation({
    ...atOnce,
    mutationFn: (document: Record<string, unknown>) => call('importPipeline', { body: { document } }),
  })

/** The upload URL of a run. */
export const runUrl = (pipeline_id: string): string => urlOf('runPipeline', { params: { pipeline_id } })

/** Runs a pipeline on stored files. @throws ApiError */
export async function runPipeline(
  pipeline_id: string,
  body: { s3_keys: string[]; dry_run?: boolean },
  idempotencyKey: string,
): Promise<PipelineRun> {
  const run = await call(
    'runPipeline',
    { params: { pipeline_id }, body: { dry_run: false, ...body } },
    { idempotencyKey },
  )
  runStarted(run)
  return run
}

const runKey = (run_id: string) => keyOf('getPipelineRun', { params: { run_id } })

/** Writes a run to the cache and invalidates the lists that contain it. */
export function runStarted(run: PipelineRun): void {
  queryClient.setQueryData(runKey(run.run_id), run)
  void invalidate('listPipelineRuns')
  invalidateSoon('listPipelines')
  invalidateSoon('getDocumentCredits')
  invalidateSoon('listConversions')
}

const SOON = 700
const LATER = 5000
const HIDDEN = 30_000

/**
 * The poll interval of a run: short at first, longer the longer it runs, longest while the tab is
 * hidden.
 */
export function pollEvery(run: Pick<PipelineRun, 'status' | 'created_at'> | undefined, now = Date.now()) {
  if (run?.status !== 'pending') return false
  if (document.visibilityState === 'hidden') return HIDDEN
  const age = now - Date.parse(run.created_at)
  return Math.min(LATER, Math.max(SOON, age / 10))
}

/** Refetches on focus, whatever the poll interval was. */
const followed = { refetchIntervalInBackground: true, refetchOnWindowFocus: true, staleTime: 0 } as const

export const usePipelineRun = (run_id: string) =>
  useQuery({
    ...q('getPipelineRun', { params: { run_id } }),
    ...followed,
    refetchInterval: ({ state }) => pollEvery(state.data),
  })

/** The run in a side panel, where an error does not replace the page. */
export const usePipelineRunSidePanel = (run_id: string | null) =>
  useQuery({
    ...q('getPipelineRun', { params: { run_id: run_id ?? '' } }),
    ...followed,
    enabled: run_id !== null,
    throwOnError: false,
    refetchInterval: ({ state }) => pollEvery(state.data),
  })

/** The files of a run, polled with the run and once more after it ends. */
export const useRunItems = (run: PipelineRun | null, status: ItemStatus | null) =>
  useInfiniteQuery({
    // The last part of the key is whether the run is pending: its end refetches the files once.
    ...scrolled<RunItem>(['listRunItems', run?.run_id, status, run?.status === 'pending'], (page, signal) =>
      call(
        'listRunItems',
        {
          params: { run_id: run?.run_id ?? '' },
          query: { ...page, ...(status && { status }), sort_dir: 'asc' },
        },
        { signal },
      ),
    ),
    ...followed,
    enabled: run !== null,
    throwOnError: false,
    refetchInterval: ({ state }) => {
      const every = pollEvery(run ?? undefined)
      // Every loaded page is refetched.
      return every && every * Math.max(1, state.data?.pages.length ?? 1)
    },
  })

/** All failed files of a run. */
async function listFailed(run_id: string): Promise<RunItem['conversion'][]> {
  const found: RunItem['conversion'][] = []
  let cursor: string | undefined
  do {
    const query = { status: 'failed', page_size: 100, sort_dir: 'asc', ...(cursor && { cursor }) } as const
    const page = await call('listRunItems', { params: { run_id }, query })
    found.push(...page.results.map(({ conversion }) => conversion))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  return found
}

/** Fetches all failed files of a run, to retry them. */
export const useFailedFiles = () => useMutation({ ...atOnce, mutationFn: listFailed })

/** Invalidates what the end of a run changes elsewhere, such as results and credits. */
export function runEnded(run_id: string): void {
  void queryClient.invalidateQueries({ queryKey: ['listRunItems', run_id] })
  void invalidate('listPipelineRuns')
  invalidateSoon('getDocumentCredits')
  invalidateSoon('listConversions')
  invalidateSoon('listNotifications')
  invalidateUsage()
}

const ANY_RUNNING = 3000

export const usePipelineRuns = (filters: RunFilters) =>
  useInfiniteQuery({
    ...scrolled<PipelineRun>(['listPipelineRuns', 'scroll', filters], (page, signal) =>
      call('listPipelineRuns', { query: { ...filters, ...page } }, { signal }),
    ),
    ...followed,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ results }) => results.some(({ status }) => status === 'pending')) === true &&
      (document.visibilityState === 'hidden' ? HIDDEN : ANY_RUNNING),
  })

export const useCancelRun = () =>
  useMutation({
    ...atOnce,
    mutationFn: (run_id: string) => call('cancelPipelineRun', { params: { run_id } }),
    onSuccess: (run) => {
      queryClient.setQueryData(runKey(run.run_id), run)
      runEnded(run.run_id)
    },
  })
