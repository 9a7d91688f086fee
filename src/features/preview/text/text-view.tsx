import { useLingui } from '@lingui/react/macro'
import { useFileBytes } from '../../../api/preview.ts'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { useSideName, type ViewProps, Waiting } from '../parts.tsx'
import { Scroller } from '../scroller.tsx'
import { Trouble } from '../trouble.tsx'
import { decodeText, HEAD_BYTES } from './decode-text.ts'

/** The start of a text. Markup and scripts in it are only shown as text. */
export function TextView({ side }: ViewProps) {
  const { t, i18n } = useLingui()
  const name = useSideName()(side)
  const { data, error, refetch } = useFileBytes(side.url, { from: 0, to: HEAD_BYTES - 1 })
  if (error) return <Trouble error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  const cut = data.byteLength < side.bytes
  const lines = decodeText(data, cut).split('\n')
  if (lines.at(-1) === '' && !cut) lines.pop()
  const shown = formatBytes(data.byteLength, i18n.locale)
  return (
    <div className="flex h-full flex-col">
      <Scroller label={name} className="max-h-[min(36rem,70vh)] min-h-48 grow">
        <div dir="ltr" translate="no" className="mono flex min-w-max py-3 text-small/5">
          <pre
            aria-hidden="true"
            className="sticky start-0 flex-none border-e border-line bg-surface ps-4 pe-2.5 text-end text-ink-faint select-none"
          >
            {lines.map((_, index) => `${index + 1}\n`).join('')}
          </pre>
          <pre className="ps-3 pe-4">{lines.join('\n')}</pre>
        </div>
      </Scroller>
      <p className="mt-auto border-t border-line px-4 py-2 text-small text-ink-soft">
        {cut
          ? t`First ${shown}`
          : lines.length === 1
            ? t`1 line`
            : t`${formatNumber(lines.length, i18n.locale)} lines`}
      </p>
    </div>
  )
}
