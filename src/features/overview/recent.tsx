import { useLingui } from '@lingui/react/macro'
import { ArrowRightLeftIcon } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { useCatalog } from '../../api/convert.ts'
import { type Conversion, useRecentConversions } from '../../api/history.ts'
import { followPending } from '../../api/live.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { dayKey, formatDayShort, formatTime } from '../../lib/format-date.ts'
import { paths } from '../../paths.ts'
import { Empty } from '../../ui/empty.tsx'
import { FileName } from '../../ui/file-name.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusWord } from '../../ui/status-word.tsx'
import { Thumbnail } from '../../ui/thumbnail.tsx'
import { drawnThumbnail, useConversionWords } from '../convert/conversion/index.ts'
import { ConversionRoute } from '../convert/route/index.ts'
import { Problem } from '../problems/index.ts'

export function Recent() {
  const { t } = useLingui()
  const { data, error, refetch } = useRecentConversions({ page_size: 6 })
  const { catalog } = useCatalog()
  useEffect(() => {
    if (data) followPending(data.results)
  }, [data])
  return (
    <Panel
      title={t`Recent`}
      flush
      actions={
        <Link className="link" to={paths.history()}>
          {t`View all`}
        </Link>
      }
    >
      {error && !data ? (
        <Problem error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <div className="px-4">
          <Skeleton rows={6} />
        </div>
      ) : data.results.length === 0 ? (
        <Empty
          icon={ArrowRightLeftIcon}
          title={t`No conversions yet`}
          action={{ label: t`Convert a file`, render: <Link to={paths.convert()} /> }}
        >
          {t`Drop a file anywhere in this window to see its output formats and prices.`}
        </Empty>
      ) : (
        <ul className="divide-y divide-line">
          {data.results.map((conversion) => (
            <RecentRow
              key={conversion.conversion_id}
              conversion={conversion}
              thumbnail={drawnThumbnail(catalog, conversion)}
            />
          ))}
        </ul>
      )}
    </Panel>
  )
}

type RecentRowProps = { conversion: Conversion; thumbnail: string | null }

function RecentRow({ conversion, thumbnail }: RecentRowProps) {
  const { t, i18n } = useLingui()
  const { status, word } = useConversionWords()(conversion)
  const { family, output, credits_charged } = conversion
  return (
    <li
      data-family={family}
      className="grid min-h-12 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-s-(length:--spine) border-s-(--family) py-2 ps-3 pe-4 sm:grid-cols-[minmax(0,1fr)_200px_104px_44px_56px]"
    >
      <Link
        to={paths.conversion(conversion.conversion_id)}
        className="flex min-w-0 items-center gap-2.5 hover:underline"
      >
        <Thumbnail src={thumbnail} family={family} size={28} />
        <FileName name={conversion.filename} more={conversion.file_count - 1} />
      </Link>
      <div className="max-sm:order-3 max-sm:col-span-2">
        <ConversionRoute conversion={conversion} />
      </div>
      <span className="text-small text-ink-soft max-sm:order-4">
        {status === 'done' && output ? (
          formatBytes(output.size_bytes, i18n.locale)
        ) : (
          <StatusWord status={status}>{word}</StatusWord>
        )}
      </span>
      <span className="text-end max-sm:hidden">{credits_charged ?? t`held`}</span>
      <RowTime at={conversion.created_at} />
    </li>
  )
}

/** The time of today's rows, and the day of others. */
function RowTime({ at }: { at: string }) {
  const { i18n } = useLingui()
  const date = new Date(at)
  const style = { locale: i18n.locale }
  return (
    <time dateTime={at} className="text-end text-small text-ink-soft max-sm:order-2">
      {dayKey(date) === dayKey(new Date()) ? formatTime(date, style) : formatDayShort(date, style)}
    </time>
  )
}
