import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, Suspense } from 'react'
import type { Conversion } from '../../api/history.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { formatDateTime, formatTimeExact } from '../../lib/format-date.ts'
import { formatDuration } from '../../lib/format-duration.ts'
import { formatLabel } from '../../lib/format-label.ts'
import { serverText } from '../../lib/server-text.ts'
import { Panel } from '../../ui/panel.tsx'
import { useSourceName, useTimeLeft } from '../convert/conversion/index.ts'
import { failureWords } from '../problems/index.ts'
import { ObjectDeliveries } from '../webhooks/index.ts'

/** Source, engine, output: the events of the conversion in order. */
export function Timeline({ conversion }: { conversion: Conversion }) {
  const { t, i18n } = useLingui()
  const { started_at, completed_at, output, error, filename, file_count, size_bytes } = conversion
  const name = useSourceName()(filename, file_count)
  const locale = { locale: i18n.locale }
  const exact = (at: string) => formatTimeExact(new Date(at), locale)
  const took = started_at && completed_at ? Date.parse(completed_at) - Date.parse(started_at) : null
  const duration = took === null ? '' : formatDuration(took)
  const from = formatLabel(conversion.source_format)
  const to = formatLabel(conversion.target_format)
  const size = formatBytes(size_bytes, i18n.locale)
  const pages = output?.pages
  const entries = output?.entries
  return (
    <Panel title={t`Activity`} flush>
      <ol data-family={conversion.family}>
        <Step
          at={conversion.created_at}
          says={formatDateTime(new Date(conversion.created_at), locale)}
          title={t`Uploaded`}
        >
          <bdi>{name}</bdi>, {size}
        </Step>
        {started_at ? (
          <Step
            at={started_at}
            says={exact(started_at)}
            title={
              !output
                ? t`Conversion from ${from} to ${to} started`
                : file_count > 1
                  ? t`Merged ${file_count} files into ${to}`
                  : t`Converted ${from} to ${to}`
            }
          >
            {duration
              ? t`Took ${duration}.`
              : conversion.stage_message
                ? serverText(i18n, conversion.stage_message)
                : t`In progress`}{' '}
            <Options conversion={conversion} />
          </Step>
        ) : (
          <Step title={t`Queued`}>
            {error ? t`Not started.` : t`Starts as soon as an engine is available.`}
          </Step>
        )}
        {output && completed_at && (
          <Step at={completed_at} says={exact(completed_at)} title={t`Result`}>
            <bdi>{output.filename}</bdi>, {formatBytes(output.size_bytes, i18n.locale)}
            {pages !== undefined && `, ${t({ message: plural(pages, { one: '# page', other: '# pages' }) })}`}
            {entries !== undefined &&
              `, ${t({ message: plural(entries, { one: '# file', other: '# files' }) })}`}
            {output.warnings.length > 0 && (
              <ul className="mt-1 list-disc ps-4 text-warn">
                {output.warning_messages.map((warning) => (
                  <li key={warning.message}>{serverText(i18n, warning)}</li>
                ))}
              </ul>
            )}
          </Step>
        )}
        {error && completed_at && (
          <Step at={completed_at} says={exact(completed_at)} title={i18n._(failureWords(error.code).title)}>
            {serverText(i18n, error)}
          </Step>
        )}
        {completed_at && (
          <Suspense fallback={null}>
            <ObjectDeliveries
              objectId={conversion.conversion_id}
              version={conversion.status}
              frame={(lines, first) => (
                <Step at={first} says={exact(first)} title={t`Webhooks`}>
                  {lines}
                </Step>
              )}
            />
          </Suspense>
        )}
        {conversion.expires_at && (
          <Step
            at={conversion.expires_at}
            says={formatDateTime(new Date(conversion.expires_at), locale)}
            title={output ? t`Files expire` : t`Original expires`}
          >
            <Kept conversion={conversion} />
          </Step>
        )}
      </ol>
    </Panel>
  )
}

/** A failed conversion has no result, but its original is kept as long. */
function Kept({ conversion }: { conversion: Conversion }) {
  const { t } = useLingui()
  const left = useTimeLeft()(conversion)
  const { word } = left ?? { word: '' }
  if (left) return t`${word} left.`
  return conversion.output
    ? t`The files are deleted. This entry stays.`
    : t`The file is deleted. This entry stays.`
}

type StepProps = {
  title: string
  children: ReactNode
  /** The time and its text; both undefined before the event. */
  at?: string
  says?: string
}

function Step({ at, says = '–', title, children }: StepProps) {
  return (
    <li className="grid grid-cols-[112px_minmax(0,1fr)] gap-x-4 border-b border-line last:border-b-0 sm:grid-cols-[128px_minmax(0,1fr)]">
      <time dateTime={at} className="py-3 ps-4 text-small/5 text-ink-soft">
        {says}
      </time>
      <div className="relative border-s-2 border-(--family) py-3 ps-4 pe-4">
        <h3 className="font-medium">{title}</h3>
        <div className="break-words text-ink-soft">{children}</div>
      </div>
    </li>
  )
}

/** The options as sent, without empty or disabled ones. */
function Options({ conversion: { options } }: { conversion: Conversion }) {
  const entries = Object.entries(options).filter(([, value]) => ![false, null, ''].includes(value as never))
  if (entries.length === 0) return null
  return (
    <code className="mono text-small" translate="no">
      {entries
        .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`)
        .join(', ')}
    </code>
  )
}
