import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { PipelineRun } from '../../api/pipelines.ts'
import { formatDuration } from '../../lib/format-duration.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ProgressLine } from '../../ui/progress-line.tsx'
import { useLabels } from './labels.ts'
import { RunStatus } from './run-status.tsx'

/** Every step of every file has the same weight; a failed step also completes those after it. */
export function percentOf({ steps, total }: Pick<PipelineRun, 'steps' | 'total'>): number {
  const all = steps.length * total
  const ended = steps.reduce((sum, { completed, failed, skipped }) => sum + completed + failed + skipped, 0)
  return all === 0 ? 0 : (100 * ended) / all
}

/** The progress of a run: percentage, files, credits, time. */
export function RunProgress({ run }: { run: PipelineRun }) {
  const { t } = useLingui()
  const words = useLabels()
  const { status, total, completed, failed, pending, credits_quoted, credits_charged } = run
  const { created_at, completed_at, expires_at, pipeline_id, dry_run, name } = run
  const going = status === 'pending'
  const quoted = words.number(credits_quoted)
  const took = completed_at ? Date.parse(completed_at) - Date.parse(created_at) : null
  const facts = [
    { name: t`Files`, value: words.number(total) },
    { name: t`Completed`, value: words.number(completed) },
    { name: t`Failed`, value: words.number(failed), bad: failed > 0 },
    ...(going ? [{ name: t`Remaining`, value: words.number(pending) }] : []),
    {
      name: going ? t`Held` : t`Charged`,
      value: going ? quoted : words.number(credits_charged),
      note: going ? '' : t`of ${quoted}`,
    },
    ...(took === null ? [] : [{ name: t`Duration`, value: formatDuration(took) }]),
  ]
  return (
    <Panel>
      <div className="grid gap-3">
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1" role="status">
          <RunStatus run={run} />
          {dry_run && <Badge>{t`Dry run, free`}</Badge>}
          <span className="text-small text-ink-soft">
            {t`Started ${words.when(created_at)}`}
            {expires_at && !going && `, ${t`expires ${words.when(expires_at)}`}`}
          </span>
          {pipeline_id && (
            <Link className="link ms-auto text-small" to={paths.pipeline(pipeline_id)}>
              {t`Open pipeline`}
            </Link>
          )}
        </p>
        {going && <ProgressLine label={t`Progress of ${name}`} percent={percentOf(run)} />}
        <dl className="flex flex-wrap gap-x-8 gap-y-2">
          {facts.map(({ name: label, value, ...rest }) => (
            <div key={label}>
              <dt className="text-small text-ink-soft">{label}</dt>
              <dd>
                <span
                  className={'bad' in rest && rest.bad ? 'title text-title text-bad' : 'title text-title'}
                >
                  {value}
                </span>{' '}
                {'note' in rest && <span className="text-small text-ink-soft">{rest.note}</span>}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Panel>
  )
}
