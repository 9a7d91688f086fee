import { useLingui } from '@lingui/react/macro'
import type { PipelineRun } from '../../api/pipelines.ts'
import { StatusWord } from '../../ui/status-word.tsx'
import { useLabels } from './labels.ts'

/** The status of a run: the icon shows the state, the text its progress or result. */
export function RunStatus({ run }: { run: Pick<PipelineRun, 'status' | 'total' | 'pending' | 'failed'> }) {
  const { t } = useLingui()
  const { number } = useLabels()
  const { status, total, pending, failed } = run
  const [ended, all, failedText] = [number(total - pending), number(total), number(failed)]
  if (status === 'pending') return <StatusWord status="working">{t`${ended} of ${all} finished`}</StatusWord>
  if (failed === 0) return <StatusWord status="done">{t`Completed`}</StatusWord>
  if (failed === total)
    return <StatusWord status="failed">{total === 1 ? t`Failed` : t`All failed`}</StatusWord>
  return <StatusWord status="warning">{t`Completed, ${failedText} of ${all} failed`}</StatusWord>
}
