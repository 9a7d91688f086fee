import { useLingui } from '@lingui/react/macro'
import type { PipelineRun } from '../../api/pipelines.ts'
import { paths } from '../../paths.ts'
import { type ListOf, TitleCell } from '../lists/index.ts'
import { useLabels } from './labels.ts'
import { RunStatus } from './run-status.tsx'

const idOf = ({ run_id }: PipelineRun) => run_id
const HEIGHTS = [64, 48, 40] as const

/** The columns of runs. */
export function useRunList(): ListOf<PipelineRun> {
  const { t } = useLingui()
  const words = useLabels()
  return {
    label: t`Runs`,
    rowsLabel: t`Pipeline runs`,
    idOf,
    nameOf: ({ name }) => name,
    heights: HEIGHTS,
    says: words.runs,
    columns: [
      {
        id: 'pipeline',
        head: t`Pipeline`,
        width: 'minmax(0,1.4fr)',
        phone: 1,
        cell: ({ run_id, name, created_at }) => {
          const started = words.moment(created_at)
          return (
            <TitleCell
              id={run_id}
              name={name}
              to={paths.pipelineRun(run_id)}
              label={t`${name}, ${started}`}
            />
          )
        },
      },
      {
        id: 'status',
        head: t`Status`,
        width: 'minmax(0,1.2fr)',
        phone: 2,
        className: 'max-sm:text-small',
        cell: (run) => <RunStatus run={run} />,
      },
      {
        id: 'files',
        head: t`Files`,
        width: 'minmax(0,0.5fr)',
        end: true,
        phone: 1,
        reach: 'end',
        className: 'max-sm:text-small max-sm:text-ink-soft',
        cell: ({ total }) => (
          <>
            <span className="sm:hidden">{words.files(total)}</span>
            <span className="max-sm:hidden">{words.number(total)}</span>
          </>
        ),
      },
      {
        id: 'failed',
        head: t`Failed`,
        width: 'minmax(0,0.5fr)',
        end: true,
        cell: ({ failed }) => (
          <span className={failed > 0 ? 'font-medium text-bad' : 'text-ink-soft'}>
            {words.number(failed)}
          </span>
        ),
      },
      {
        id: 'charged',
        head: t`Charged`,
        width: 'minmax(0,0.6fr)',
        end: true,
        cell: ({ status, credits_quoted, credits_charged }) =>
          status === 'pending' ? (
            <span className="text-ink-soft">{t`${words.number(credits_quoted)} held`}</span>
          ) : (
            words.number(credits_charged)
          ),
      },
      {
        id: 'started',
        head: t`Started`,
        width: 'minmax(0,0.9fr)',
        end: true,
        faint: true,
        phone: 2,
        reach: 'end',
        className: 'max-sm:text-small',
        cell: ({ created_at }) => words.moment(created_at),
      },
    ],
  }
}
