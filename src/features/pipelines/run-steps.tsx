import { useLingui } from '@lingui/react/macro'
import type { PipelineRun } from '../../api/pipelines.ts'
import { formatDuration } from '../../lib/format-duration.ts'
import { Panel } from '../../ui/panel.tsx'
import { Cell, HeadCell, Row, Table, TableHead } from '../../ui/table.tsx'
import { operationIcon } from './icons.ts'
import { useLabels } from './labels.ts'
import { useStepLabel } from './use-step-label.ts'

const COLUMNS = '1.5rem minmax(0,1.5fr) minmax(0,1.1fr) repeat(4,minmax(0,0.6fr)) minmax(0,0.7fr)'
const NARROW = '1.5rem minmax(0,1fr) auto'

/**
 * Each step with its numbers of waiting, running, completed and failed files, and its average
 * duration.
 */
export function RunSteps({ run }: { run: PipelineRun }) {
  const { t } = useLingui()
  const words = useLabels()
  const stepLabel = useStepLabel()
  return (
    <Panel flush className="overflow-hidden">
      <Table
        label={t`Steps of the run`}
        columns={COLUMNS}
        narrow={NARROW}
        className="[&>*:last-child]:border-b-0"
      >
        <TableHead>
          <HeadCell>
            <span className="sr-only">{t`Number`}</span>
          </HeadCell>
          <HeadCell>{t`Step`}</HeadCell>
          <HeadCell>{t`Progress`}</HeadCell>
          <HeadCell end>{t`Queued`}</HeadCell>
          <HeadCell end>{t`Running`}</HeadCell>
          <HeadCell end>{t`Completed`}</HeadCell>
          <HeadCell end>{t`Failed`}</HeadCell>
          <HeadCell end>{t`Avg. time`}</HeadCell>
        </TableHead>
        {run.steps.map((step, index) => {
          const { operation, label, waiting, running, completed, failed, duration_ms } = step
          const Icon = operationIcon(operation)
          const average = duration_ms === null ? '–' : formatDuration(duration_ms)
          const [done, failedText] = [words.number(completed), words.number(failed)]
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
            <Row key={index} size="settings" className="max-sm:gap-y-0.5 max-sm:py-1.5">
              <Cell faint>{index + 1}</Cell>
              <Cell className="flex items-center gap-2">
                <Icon className="flex-none text-ink-soft" />
                <span className="truncate">{stepLabel(step, label)}</span>
              </Cell>
              <Cell className="max-sm:col-start-2 max-sm:row-start-2">
                <StepBar step={step} total={run.total} />
              </Cell>
              <Cell end faint className="max-sm:hidden">
                {words.number(waiting)}
              </Cell>
              <Cell end className="max-sm:hidden">
                {words.number(running)}
              </Cell>
              <Cell end className="max-sm:hidden">
                {done}
              </Cell>
              <Cell
                end
                className={failed > 0 ? 'font-medium text-bad max-sm:hidden' : 'text-ink-soft max-sm:hidden'}
              >
                {failedText}
              </Cell>
              <Cell end faint className="max-sm:col-start-3 max-sm:row-start-1 max-sm:text-small">
                {average}
              </Cell>
              <Cell end className="text-small max-sm:col-start-3 max-sm:row-start-2 sm:hidden">
                {failed > 0 ? (
                  <span className="text-bad">{t`${failedText} failed`}</span>
                ) : (
                  t`${done} completed`
                )}
              </Cell>
            </Row>
          )
        })}
      </Table>
    </Panel>
  )
}

/**
 * Completed, running and failed as a bar; the remainder is waiting. The numbers next to it say the
 * same.
 */
function StepBar({ step, total }: { step: PipelineRun['steps'][number]; total: number }) {
  const share = (count: number) => ({ width: `${total === 0 ? 0 : (100 * count) / total}%` })
  return (
    <span aria-hidden="true" className="flex h-1.5 overflow-hidden rounded-mark bg-line-strong">
      <span className="bg-ok" style={share(step.completed)} />
      <span className="bg-accent" style={share(step.running)} />
      <span className="bg-bad" style={share(step.failed)} />
    </span>
  )
}
