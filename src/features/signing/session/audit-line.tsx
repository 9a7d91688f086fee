import { useLingui } from '@lingui/react/macro'
import { CopyIcon } from 'lucide-react'
import type { AuditRow } from '../../../api/signing.ts'
import { classNames } from '../../../lib/class-names.ts'
import { formatDate, formatTimeExact } from '../../../lib/format-date.ts'
import { AddressText } from '../../../ui/address-text.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Cell, Row } from '../../../ui/table.tsx'
import { showToast } from '../../../ui/toaster.tsx'
import { useEventLabels } from './use-event-labels.ts'

/** One row of the audit log. On phones the columns are stacked: what, when, who, from where. */
export function AuditLine({ row, broken }: { row: AuditRow; broken: boolean }) {
  const { t, i18n } = useLingui()
  const { what, more } = useEventLabels()(row)
  const { number, who, at, ip, device, hash } = row
  const [, name = who, address] = /^(.*) <([^<>]+)>$/.exec(who) ?? []
  return (
    <Row size="settings" className={classNames('py-1.5 max-sm:gap-y-0.5', broken && 'bg-bad-tint')}>
      <Cell className="max-sm:row-start-1">
        <span className={classNames('font-medium', broken && 'text-bad')}>{what}</span>
        {more && (
          <span className="block text-small wrap-anywhere text-ink-soft" translate="no">
            <AddressText text={more} />
          </span>
        )}
      </Cell>
      <Cell className="wrap-anywhere max-sm:col-span-2 max-sm:text-small" translate="no">
        <AddressText text={name} />
        {address && (
          <span className="block text-small text-ink-soft">
            <AddressText text={address} />
          </span>
        )}
      </Cell>
      <Cell faint className="max-sm:col-span-2 max-sm:text-small">
        <time dateTime={at} title={at}>
          {logTime(at, i18n.locale)}
        </time>
      </Cell>
      <Cell faint translate="no" className="text-small max-sm:col-span-2 max-sm:empty:hidden">
        {device && <span className="block wrap-anywhere">{device}</span>}
        {ip && <span className="mono block wrap-anywhere">{ip}</span>}
      </Cell>
      <Cell className="flex items-center justify-end gap-1 max-sm:col-start-2 max-sm:row-start-1">
        <span className="mono text-small text-ink-soft" title={hash} translate="no">
          {hash.slice(0, 8)}
        </span>
        <IconButton
          size={24}
          name={t`Copy hash of entry ${number}`}
          icon={CopyIcon}
          onClick={() =>
            void navigator.clipboard.writeText(hash).then(
              () => showToast({ text: t`Hash copied` }),
              () => showToast({ kind: 'error', text: t`Your browser blocked copying.` }),
            )
          }
        />
      </Cell>
    </Row>
  )
}

/** "21 November 10:43:08 UTC+1": times in the log always contain their zone. */
function logTime(at: string, locale: string): string {
  const date = new Date(at)
  return `${formatDate(date, { locale })} ${formatTimeExact(date, { locale })} ${zoneOf(date)}`
}

function zoneOf(date: Date): string {
  const minutes = -date.getTimezoneOffset()
  const hours = Math.trunc(Math.abs(minutes) / 60)
  const rest = Math.abs(minutes) % 60
  if (minutes === 0) return 'UTC'
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`
}
