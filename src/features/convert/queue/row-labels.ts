import type { I18n } from '@lingui/core'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Conversion } from '../../../api/history.ts'
import { endingOf } from '../../../lib/ending-of.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { formatSeconds } from '../../../lib/format-duration.ts'
import { formatPercent } from '../../../lib/format-number.ts'
import { serverText } from '../../../lib/server-text.ts'
import type { MotifState } from '../../../ui/motif.tsx'
import { failureWords, PROBLEM_TEXT } from '../../problems/index.ts'
import { useSourceName } from '../conversion/index.ts'
import { type ConvertFile, fileCountOf } from './files.ts'
import type { ConvertRow, RowState } from './rows.ts'

export interface RowLabels {
  motif: MotifState
  /** The current stage. */
  note: string
  /** Its number. */
  figure: string
}

/** The name of a row. */
export function useRowName(): (file: ConvertFile) => string {
  const called = useSourceName()
  return (file) => called(file.name, fileCountOf(file))
}

/** The source format, as the motif shows it. */
export function useSourceLabel(): (row: ConvertRow) => string {
  const { t } = useLingui()
  return ({ mixed, source, file }) =>
    mixed ? t`Files` : (source?.label ?? (endingOf(file.name).toUpperCase() || '?'))
}

/** The texts of a file for the motif and the line below it. */
export function useRowLabels(row: ConvertRow, now: number): RowLabels {
  const { t, i18n } = useLingui()
  const { state } = row
  const size = (bytes: number) => formatBytes(bytes, i18n.locale)

  switch (state.kind) {
    case 'reading':
      return { motif: { state: 'ready' }, note: t`Reading`, figure: '' }
    case 'missing':
      return { motif: { state: 'cancelled' }, note: t`Choose the file again`, figure: '' }
    case 'unknown':
      return { motif: { state: 'cancelled' }, note: t`Unsupported format`, figure: '' }
    case 'ready':
      return { motif: { state: 'ready' }, note: optionLabels(row, t`Merge`, i18n), figure: '' }
    case 'refused': {
      const words = PROBLEM_TEXT[state.error.code]
      return { motif: { state: 'failed', percent: 8 }, note: i18n._(words.title), figure: '' }
    }
    case 'uploading': {
      const { upload } = state
      const percent = upload.size > 0 ? (100 * upload.sent) / upload.size : 0
      const says = {
        uploading: t`Uploading`,
        waiting: t`Waiting to upload`,
        paused: t`Upload paused`,
        offline: t`Waiting for connection`,
        retrying: t`Connection lost. Retrying.`,
        failed: t`Upload failed`,
        done: t`Uploaded`,
      }[upload.state]
      return {
        motif: { state: 'uploading', percent, says },
        note: says,
        figure: formatPercent(percent, i18n.locale),
      }
    }
    case 'working':
      return workingWords(state, now)
    case 'done': {
      const { output, size_bytes } = state.conversion
      const saved = output && size_bytes > 0 ? Math.round(100 * (1 - output.size_bytes / size_bytes)) : 0
      const bytes = output ? size(output.size_bytes) : ''
      return {
        motif: { state: state.conversion.download_url ? 'done' : 'expired' },
        note: saved >= 1 ? t`${bytes}, ${saved}% smaller` : bytes,
        figure: '',
      }
    }
    case 'failed':
      return {
        motif: state.cancelled
          ? { state: 'cancelled' }
          : { state: 'failed', ...percentOf(state.conversion.progress) },
        note: i18n._(failureWords(state.conversion.error?.code ?? '').short),
        figure: '',
      }
  }

  function workingWords({ conversion }: Extract<RowState, { kind: 'working' }>, at: number): RowLabels {
    const started = conversion?.started_at ? Date.parse(conversion.started_at) : null
    const progress = conversion?.progress ?? null
    const said = conversion?.stage_message
    if (started === null) return { motif: { state: 'stage', says: t`Queued` }, ...queuedLabels(conversion) }
    const stage = said ? serverText(i18n, said) : t`Converting`
    const seconds = Math.max(0, (at - started) / 1000)
    if (progress === null || progress <= 0) {
      const sofar = formatSeconds(seconds)
      return {
        motif: { state: 'stage', says: stage },
        note: stage,
        figure: seconds >= 3 ? t`${sofar} so far` : '',
      }
    }
    const percent = formatPercent(100 * progress, i18n.locale)
    const left = formatSeconds((seconds / progress) * (1 - progress))
    return {
      motif: { state: 'converting', percent: 100 * progress, says: stage },
      note: stage,
      // An estimate from the first few percent would fluctuate.
      figure: progress > 0.05 && seconds > 2 ? t`${percent}, ${left} left` : percent,
    }
  }

  function queuedLabels(conversion: Conversion | null): Pick<RowLabels, 'note' | 'figure'> {
    const before = (conversion?.queue_position ?? 1) - 1
    const figure = before > 0 ? t({ message: plural(before, { other: '# before this one' }) }) : ''
    return { note: t`Queued`, figure }
  }
}

const percentOf = (progress: number | null) => (progress === null ? {} : { percent: 100 * progress })

/** The changed options, with the schema's labels: "Quality 60, Fit Cover". */
function optionLabels({ file, operation }: ConvertRow, merge: string, i18n: I18n): string {
  const properties = (operation?.options.properties ?? {}) as Record<
    string,
    { title?: string; writeOnly?: boolean }
  >
  const changed = Object.entries(file.options)
    .filter(([name]) => properties[name]?.writeOnly !== true)
    .map(([name, value]) => {
      const label = serverText(i18n, properties[name]?.title ?? name)
      return `${label} ${value === true ? '✓' : String(value)}`
    })
  // A plain conversion is named by its formats; other operations have names.
  const done =
    operation && operation.operation !== 'convert'
      ? [file.parts.length > 0 ? merge : serverText(i18n, operation.label)]
      : []
  return [...done, ...changed].join(', ')
}
