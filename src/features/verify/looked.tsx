import { useLingui } from '@lingui/react/macro'
import { Known } from './known.tsx'
import { Reading } from './reading.tsx'
import { verdictOf } from './report.ts'
import { Headline, Result } from './result.tsx'
import type { Checked } from './use-check.ts'
import type { OwnSeal } from './use-own-seal.ts'
import { useVerdictLabels } from './use-verdict-labels.ts'

type LookedProps = { checked: Exclude<Checked, { state: 'empty' }>; seal: OwnSeal; onStop: () => void }

/** The result of a file, or its progress. Loads with the first one. */
export function Looked({ checked, seal, onStop }: LookedProps) {
  const { t } = useLingui()
  const { file } = checked
  switch (checked.state) {
    case 'reading':
      return <Reading file={file} done={checked.done} onStop={onStop} />
    case 'told':
      return (
        <Result file={file} report={checked.report} seal={seal}>
          {checked.report.kind === 'signed' && (
            <Known key={checked.report.sha256} sha256={checked.report.sha256} />
          )}
        </Result>
      )
    case 'failed':
      return (
        <Headline
          variant="none"
          title={t`The file could not be read`}
          text={t`It may have been moved or changed while being read. Choose it again.`}
          file={file}
        />
      )
  }
}

/** Announces the result to screen readers. */
export function Spoken({ checked, seal }: { checked: Checked; seal: OwnSeal }) {
  const { t } = useLingui()
  const { word, lead, other } = useVerdictLabels()
  if (checked.state === 'reading') return t`Reading ${checked.file.name}`
  if (checked.state === 'failed') return t`The file could not be read`
  if (checked.state === 'empty') return ''
  const { report } = checked
  if (report.kind !== 'signed') return `${other(report.kind).title}. ${other(report.kind).text}`
  const verdict = verdictOf(report.signatures)
  return `${word[verdict]}. ${lead(report.signatures, verdict, seal)}`
}
