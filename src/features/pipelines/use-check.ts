import { useEffect, useState } from 'react'
import { type PipelineCheck, type StepCheck, usePipelineCheck } from '../../api/pipelines.ts'
import { type DraftStep, stepOf } from './drafts.ts'

/** Longer than the pause between keystrokes. */
const PAUSE = 300

/** A debounced value. */
function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

export interface Checked {
  /** The server's result; null before its first response. */
  whole: PipelineCheck | null
  of: (key: string) => StepCheck | undefined
  /** Whether the result is for outdated steps. */
  pending: boolean
  /** Whether the request waits for the network. */
  paused: boolean
  error: unknown
  retry: () => void
}

/** Validates the steps on the server after every change. */
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
