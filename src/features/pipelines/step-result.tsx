import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { ImageOffIcon, TriangleAlertIcon } from 'lucide-react'
import { useState } from 'react'
import type { StepState } from '../../api/pipelines.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { formatDuration } from '../../lib/format-duration.ts'
import { formatLabel } from '../../lib/format-label.ts'
import { serverText } from '../../lib/server-text.ts'
import { failureWords } from '../problems/index.ts'
import { StepWord } from './step-word.tsx'

/** A step's result for the sample: its thumbnail, duration, and output. */
export function StepResult({ result, name }: { result: StepState; name: string }) {
  const { t, i18n } = useLingui()
  const {
    status,
    duration_ms,
    pages,
    size_bytes,
    warning_messages,
    error,
    format,
    preview_url,
    stage_message,
  } = result
  const facts = [
    format && format !== 'pdf' && formatLabel(format),
    pages !== null && t({ message: plural(pages, { one: '# page', other: '# pages' }) }),
    size_bytes !== null && formatBytes(size_bytes, i18n.locale),
    duration_ms !== null && formatDuration(duration_ms),
  ].filter(Boolean)
  return (
    <div className="flex gap-3 border-t border-dashed border-line px-4 py-3 sm:ps-18">
      {preview_url && <StepImage src={preview_url} name={name} />}
      <div className="grid min-w-0 content-start gap-1 text-small">
        <p className="flex flex-wrap items-center gap-x-3">
          <StepWord status={status} stage_message={stage_message} />
          {facts.length > 0 && <span className="text-ink-soft">{facts.join(', ')}</span>}
        </p>
        {warning_messages.map((warning) => (
          <p key={warning.message} className="flex gap-1.5">
            <TriangleAlertIcon className="mt-px size-3.5 flex-none text-warn" />
            {serverText(i18n, warning)}
          </p>
        ))}
        {error && (
          <p className="text-bad">
            {serverText(i18n, error)}{' '}
            <span className="text-ink-soft">{i18n._(failureWords(error.code).next)}</span>
          </p>
        )}
      </div>
    </div>
  )
}

/** A protected result cannot be rendered; that is no error. */
function StepImage({ src, name }: { src: string; name: string }) {
  const { t } = useLingui()
  const [missing, setMissing] = useState<string | null>(null)
  if (src === missing)
    return (
      <span className="grid h-20 w-28 flex-none place-content-center justify-items-center gap-1 rounded-mark border border-line-strong bg-sunk text-small text-ink-soft">
        <ImageOffIcon />
        {t`No preview`}
      </span>
    )
  return (
    <img
      src={src}
      alt={t`The first page after ${name}`}
      decoding="async"
      onError={() => setMissing(src)}
      className="max-h-44 min-h-20 w-28 flex-none rounded-mark border border-line-strong bg-sunk object-contain object-top"
    />
  )
}
