import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import type { Conversion } from '../../api/history.ts'
import { followPending } from '../../api/live.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { formatLabel } from '../../lib/format-label.ts'
import { formatPercent } from '../../lib/format-number.ts'
import { Motif } from '../../ui/motif.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useConversionWords } from '../conversion/index.ts'
import { Preview } from '../preview/index.ts'
import { failureWords } from '../problems/index.ts'
import { Facts } from './facts.tsx'
import { Timeline } from './timeline.tsx'

/** One conversion from its source to its result. */
export function Detail({ conversion }: { conversion: Conversion }) {
  const { t, i18n } = useLingui()
  const { motif, word } = useConversionWords()(conversion)
  const { status, output, progress, error, family } = conversion
  useEffect(() => followPending([conversion]), [conversion])
  const figure =
    status === 'pending' && progress !== null
      ? formatPercent(100 * progress, i18n.locale)
      : output
        ? formatBytes(output.size_bytes, i18n.locale)
        : ''
  const words = error && error.code !== 'cancelled' ? failureWords(error.code) : null
  return (
    <PageFrame side={<Facts conversion={conversion} />}>
      <Panel>
        <div className="max-w-xl">
          <Motif
            {...motif}
            family={family}
            from={formatLabel(conversion.source_format)}
            to={formatLabel(conversion.target_format)}
            note={status === 'pending' ? (conversion.stage ?? word) : word}
            figure={figure}
          />
        </div>
        {words && (
          <p role="alert" className="mt-3 max-w-read text-ink-soft">
            <strong className="font-medium text-ink">{error?.message ?? i18n._(words.title)}</strong>{' '}
            {!error?.message && i18n._(words.next)} {t`Nothing was charged.`}
          </p>
        )}
      </Panel>
      <Preview conversion={conversion} />
      <Timeline conversion={conversion} />
    </PageFrame>
  )
}
