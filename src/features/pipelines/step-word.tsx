import { useLingui } from '@lingui/react/macro'
import type { StepState } from '../../api/pipelines.ts'
import { serverText } from '../../lib/server-text.ts'
import { type Status, StatusWord } from '../../ui/status-word.tsx'

const LOOKS: Record<StepState['status'], Status> = {
  waiting: 'waiting',
  running: 'working',
  completed: 'done',
  failed: 'failed',
  skipped: 'cancelled',
}

export function useStepLabels(): Record<StepState['status'], string> {
  const { t } = useLingui()
  return {
    waiting: t`Queued`,
    running: t`Running`,
    completed: t`Completed`,
    failed: t`Failed`,
    skipped: t`Skipped`,
  }
}

/** The status of a step; while it runs, the name of its stage. */
export function StepWord({ status, stage_message }: Pick<StepState, 'status' | 'stage_message'>) {
  const { i18n } = useLingui()
  const words = useStepLabels()
  return (
    <StatusWord status={LOOKS[status]}>
      {status === 'running' && stage_message ? serverText(i18n, stage_message) : words[status]}
    </StatusWord>
  )
}
