import { useLingui } from '@lingui/react/macro'
import type { Conversion } from '../../api/history.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { formatLabel } from '../../lib/format-label.ts'
import { formatPercent } from '../../lib/format-number.ts'
import { serverText } from '../../lib/server-text.ts'
import { Motif } from '../../ui/motif.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useConversionWords } from '../convert/conversion/index.ts'
import { failureWords } from '../problems/index.ts'

/** The result of a file; after a failure the cause and what to do. */
export function Outcome({ conversion }: { conversion: Conversion }) {
  const { t, i18n } = useLingui()
  const { motif, word } = useConversionWords()(conversion)
  const { status, output, progress, error, family } = conversion
  const figure =
    status === 'pending' && progress !== null
      ? formatPercent(100 * progress, i18n.locale)
      : output
        ? formatBytes(output.size_bytes, i18n.locale)
        : ''
  const words = error && error.code !== 'cancelled' ? failureWords(error.code) : null
  return (
    <Panel>
      <Motif
        {...motif}
        family={family}
        from={formatLabel(conversion.source_format)}
        to={formatLabel(conversion.target_format)}
        note={
          status === 'pending'
            ? conversion.stage_message
              ? serverText(i18n, conversion.stage_message)
              : word
            : word
        }
        figure={figure}
      />
      {words && (
        <p role="alert" className="mt-3 max-w-read text-ink-soft">
          <strong className="font-medium text-ink">
            {error?.message ? serverText(i18n, error) : i18n._(words.title)}
          </strong>{' '}
          {!error?.message && i18n._(words.next)} {t`Nothing was charged.`}
        </p>
      )}
    </Panel>
  )
}
