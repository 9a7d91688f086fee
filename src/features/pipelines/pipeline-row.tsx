import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { useSession } from '../../api/account.ts'
import type { Pipeline } from '../../api/pipelines.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { StatusWord } from '../../ui/status-word.tsx'
import { Cell, Row } from '../../ui/table.tsx'
import { Creator } from '../businesses/acting/index.ts'
import { draftKey, useDrafts } from './drafts.ts'
import { useLabels } from './labels.ts'
import { RowActions } from './row-actions.tsx'
import { StepChain } from './step-chain.tsx'

type PipelineRowProps = { pipeline: Pipeline; index: number; height: number; onFocus: () => void }

/** A line at a desk; on a phone the name, the steps, and what it costs, one under the other. */
export function PipelineRow({ pipeline, index, height, onFocus }: PipelineRowProps) {
  const { t } = useLingui()
  const words = useLabels()
  const { data: user } = useSession()
  const { id, name, description, steps, checks, credits, runs, last_run_at, valid } = pipeline
  const changed = useDrafts(({ drafts }) => draftKey(user?.id, id) in drafts)
  const lastRun = words.moment(last_run_at)
  return (
    <Row
      aria-rowindex={index + 2}
      onFocus={onFocus}
      className="overflow-hidden max-sm:content-center max-sm:gap-y-1"
      style={{ height }}
    >
      <Cell className="max-sm:row-start-1">
        <span className="flex min-w-0 items-center gap-2">
          <Link
            data-row={id}
            to={paths.pipeline(id)}
            title={name}
            className="min-w-0 truncate font-medium hover:underline"
            translate="no"
          >
            {name}
          </Link>
          {changed && <Badge tone="warn">{t`Unsaved`}</Badge>}
        </span>
        <span className="flex gap-1.5 text-small text-ink-soft max-sm:hidden" translate="no">
          {description && <span className="truncate">{description}</span>}
          <Creator id={pipeline.created_by} />
        </span>
      </Cell>
      <Cell className="max-sm:col-span-2 max-sm:row-start-2">
        {valid ? (
          <StepChain steps={steps} checks={checks} />
        ) : (
          <span className="text-small">
            <StatusWord status="failed">{t`A step can no longer run`}</StatusWord>
          </span>
        )}
      </Cell>
      <Cell end className="max-sm:hidden">
        {words.credits(credits)}
      </Cell>
      <Cell end className="max-sm:hidden">
        {words.number(runs)}
      </Cell>
      <Cell end faint className="max-sm:hidden">
        {lastRun}
      </Cell>
      <Cell faint className="truncate text-small max-sm:col-span-2 max-sm:row-start-3 sm:hidden">
        {[words.credits(credits), words.runs(runs), last_run_at && t`last run ${words.when(last_run_at)}`]
          .filter(Boolean)
          .join(', ')}
      </Cell>
      <Cell end className="max-sm:col-start-2 max-sm:row-start-1">
        <RowActions pipeline={pipeline} />
      </Cell>
    </Row>
  )
}
