import { useLingui } from '@lingui/react/macro'
import { serverText } from '../../../lib/server-text.ts'
import { browseFiles } from '../../../stores/file-taker.ts'
import { Button } from '../../../ui/button.tsx'
import { failureWords, PROBLEM_TEXT } from '../../problems/index.ts'
import { partAtFault, takeOut } from './merges.ts'
import { MissingFile } from './missing-file.tsx'
import { asksForPassword, PasswordRow } from './password-row.tsx'
import type { ConvertRow } from './rows.ts'
import { retryRow } from './run.ts'

/** The second line of a failed row: the cause, whether credits were charged, and one action. */
export function RowTrouble({ row }: { row: ConvertRow }) {
  if (row.state.kind === 'missing') return <MissingFile file={row.file} />
  if (asksForPassword(row)) return <PasswordRow row={row} />
  return <RowProblem row={row} />
}

function RowProblem({ row }: { row: ConvertRow }) {
  const { t, i18n } = useLingui()
  const { state, file } = row
  if (state.kind === 'failed' && !state.cancelled) {
    const { error } = state.conversion
    const { code = '', message = '' } = error ?? {}
    const words = failureWords(code)
    const fault = partAtFault(file, error)
    if (fault)
      return (
        <Trouble
          title={`${fault.part.name}: ${serverText(i18n, fault.says)}`}
          next=""
          act={() => takeOut(file.id, fault.part.id)}
          label={t`Remove file`}
        />
      )
    return (
      <Trouble
        // An engine's message says what happened and what to do; without one there is a default.
        title={error && message ? serverText(i18n, error) : i18n._(words.title)}
        next={message ? '' : i18n._(words.next)}
        {...(words.retry
          ? { act: () => retryRow(row), label: t`Retry` }
          : { act: browseFiles, label: t`Replace file` })}
      />
    )
  }
  if (state.kind === 'refused') {
    const words = PROBLEM_TEXT[state.error.code]
    // The title is already shown below the motif.
    const detail = state.error.problem?.detail ?? ''
    const said = detail.replace(/\.$/, '') === i18n._(words.title)
    return (
      <Trouble
        title={said ? '' : detail}
        next={i18n._(words.next)}
        act={() => retryRow(row)}
        label={t`Retry`}
      />
    )
  }
  return null
}

function Trouble(props: { title: string; next: string; act: () => void; label: string }) {
  const { t } = useLingui()
  const { title, next, act, label } = props
  const free = t`Nothing was charged.`
  return (
    <div className="order-5 col-span-full flex flex-wrap items-center gap-x-4 gap-y-2 sm:ps-14">
      <p className="min-w-0 flex-1 basis-72 text-small text-ink-soft">
        {title} {next} {next.includes(free) ? '' : free}
      </p>
      <Button size={24} onClick={act}>
        {label}
      </Button>
    </div>
  )
}
