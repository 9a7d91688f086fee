import { useEffect, useState } from 'react'
import { type PipelineCheck, type StepCheck, usePipelineCheck } from '../../api/pipelines.ts'
import { type DraftStep, stepOf } from './drafts.ts'

/** Longer than the pause between keystrokes. */
const PAUSE = 300

/** What it was a moment ago, until it has stood still for that long. */
function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

export interface Checked {
  /** As the service sees it; null before its first answer. */
  whole: PipelineCheck | null
  of: (key: string) => StepCheck | undefined
  /** The answer is of steps that have changed since. */
  pending: boolean
  /** There is no network to ask by. */
  paused: boolean
  error: unknown
  retry: () => void
}

/** How each step stands in its place, asked for again whenever one has changed. */
export function useCheck(steps: readonly DraftStep[], pipeline: string | null): Checked {
  const settled = useSettled(steps, PAUSE)
  const { data, error, isPaused, refetch } = usePipelineCheck(settled.map(stepOf), pipeline)
  const [last, setLast] = useState<{ keys: string[]; check: PipelineCheck } | null>(null)
  if (data && data !== last?.check) setLast({ keys: settled.map(({ key }) => key), check: data })
  const known = steps.length > 0 ? last : null
  return {
    whole: known?.check ?? null,
    of: (key) => known?.check.checks[known.keys.indexOf(key)],
    pending: steps.length > 0 && (settled !== steps || !data) && !error && !isPaused,
    paused: steps.length > 0 && isPaused && !data,
    error: data ? null : error,
    retry: () => void refetch(),
  }
}
