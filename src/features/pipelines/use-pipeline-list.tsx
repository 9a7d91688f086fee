import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { PencilIcon, PlayIcon } from 'lucide-react'
import { Link } from 'react-router'
import { useSession } from '../../api/account.ts'
import type { Pipeline } from '../../api/pipelines.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { StatusWord } from '../../ui/status-word.tsx'
import { type ListOf, sortedBy, TitleCell, twoLines } from '../lists/index.ts'
import { draftKey, useDrafts } from './drafts.ts'
import { useLabels } from './labels.ts'
import { StepChain } from './step-chain.tsx'
import { usePipelineEntries } from './use-pipeline-entries.tsx'
import type { Sort } from './view.ts'

const idOf = ({ id }: Pipeline) => id
const HEIGHTS = twoLines(136)

/** The columns of saved pipelines, and the actions of a row. */
export function usePipelineList(sort: Sort, onSort: (sort: Sort) => void): ListOf<Pipeline> {
  const { t } = useLingui()
  const words = useLabels()
  const entries = usePipelineEntries()
  return {
    label: t`Pipelines`,
    rowsLabel: t`Saved pipelines`,
    idOf,
    nameOf: ({ name }) => name,
    heights: HEIGHTS,
    says: (loaded) => t({ message: plural(loaded, { one: '# pipeline', other: '# pipelines' }) }),
    acts: {
      width: 'minmax(104px,auto)',
      quick: ({ id, name }) => (
        <>
          <IconButton
            name={t`Run ${name}`}
            icon={PlayIcon}
            render={<Link to={paths.pipeline(id, { run: '1' })} />}
          />
          <IconButton
            name={t`Edit ${name}`}
            icon={PencilIcon}
            className="max-sm:hidden"
            render={<Link to={paths.pipeline(id)} />}
          />
        </>
      ),
      entries,
    },
    columns: [
      {
        id: 'name',
        head: t`Name`,
        width: 'minmax(0,1.5fr)',
        phone: 1,
        sort: sortedBy(sort, onSort)('name', 'ascending'),
        cell: (pipeline) => <Name pipeline={pipeline} />,
      },
      {
        id: 'steps',
        head: t`Steps`,
        width: 'minmax(0,2fr)',
        phone: 2,
        reach: 'over',
        cell: ({ valid, steps, checks }) =>
          valid ? (
            <StepChain steps={steps} checks={checks} />
          ) : (
            <span className="text-small">
              <StatusWord status="failed">{t`A step can no longer run`}</StatusWord>
            </span>
          ),
      },
      {
        id: 'price',
        head: t`Price per file`,
        width: 'minmax(0,0.65fr)',
        end: true,
        cell: ({ credits }) => words.credits(credits),
      },
      {
        id: 'runs',
        head: t`Runs`,
        width: 'minmax(0,0.35fr)',
        end: true,
        cell: ({ runs }) => words.number(runs),
      },
      {
        id: 'last-run',
        head: t`Last run`,
        width: 'minmax(0,0.75fr)',
        end: true,
        faint: true,
        cell: ({ last_run_at }) => words.moment(last_run_at),
      },
      {
        id: 'counts',
        phone: 3,
        reach: 'over',
        faint: true,
        className: 'truncate text-small',
        cell: ({ credits, runs, last_run_at }) =>
          [
            words.credits(credits),
            words.runs(runs),
            ...(last_run_at ? [t`last run ${words.when(last_run_at)}`] : []),
          ].join(', '),
      },
    ],
  }
}

function Name({ pipeline: { id, name, description, created_by } }: { pipeline: Pipeline }) {
  const { t } = useLingui()
  const { data: user } = useSession()
  const changed = useDrafts(({ drafts }) => draftKey(user?.id, id) in drafts)
  return (
    <TitleCell
      id={id}
      name={name}
      to={paths.pipeline(id)}
      badge={changed && <Badge tone="warn">{t`Unsaved`}</Badge>}
      note={
        description && (
          <span className="truncate" translate="no">
            {description}
          </span>
        )
      }
      creator={created_by}
    />
  )
}
