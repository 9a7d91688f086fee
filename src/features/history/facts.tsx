import { useLingui } from '@lingui/react/macro'
import type { Conversion } from '../../api/history.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { Panel } from '../../ui/panel.tsx'
import { useExpiry } from '../conversion/index.ts'
import { FAMILY_WORDS } from '../convert/index.ts'

/** The figures and ids, for whoever needs them exactly. */
export function Facts({ conversion }: { conversion: Conversion }) {
  const { t, i18n } = useLingui()
  const expiry = useExpiry()(conversion)
  const { output, credits_charged, error, external_token } = conversion
  const rows: [string, string, boolean?][] = [
    [t`Kind`, i18n._(FAMILY_WORDS[conversion.family])],
    ...(conversion.operation === 'convert'
      ? []
      : [[t`Operation`, conversion.operation.replaceAll('_', ' ')] as [string, string]]),
    ...(conversion.file_count > 1 ? [[t`Files`, String(conversion.file_count)] as [string, string]] : []),
    [t`In`, formatBytes(conversion.size_bytes, i18n.locale)],
    [t`Out`, output ? formatBytes(output.size_bytes, i18n.locale) : '–'],
    [t`Quoted`, String(conversion.credits_quoted)],
    [t`Charged`, credits_charged === null ? t`held` : String(credits_charged)],
    [t`Expires`, expiry.word],
    ...(error ? [[t`Cause`, error.code, true] as [string, string, boolean]] : []),
    ...(external_token ? [[t`Your reference`, external_token, true] as [string, string, boolean]] : []),
    [t`Id`, conversion.conversion_id, true],
    ...(output ? [['SHA-256', output.sha256, true] as [string, string, boolean]] : []),
  ]
  return (
    <Panel title={t`Facts`}>
      <dl className="grid gap-2">
        {rows.map(([name, value, mono]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="flex-none text-ink-soft">{name}</dt>
            <dd
              translate={mono ? 'no' : undefined}
              className={mono ? 'mono min-w-0 text-end text-small/5 break-all select-all' : 'text-end'}
            >
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
