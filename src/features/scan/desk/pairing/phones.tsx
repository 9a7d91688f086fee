import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { SmartphoneIcon } from 'lucide-react'
import type { ScanPage, ScanPhone, ScanSession } from '../../../../api/scan.ts'
import { classNames } from '../../../../lib/class-names.ts'

/** The phones of a session: their names and activity. */
export function Phones({ session: { phones, pages } }: { session: Pick<ScanSession, 'phones' | 'pages'> }) {
  const { t } = useLingui()
  if (phones.length === 0) return null
  return (
    <ul aria-label={t`Phones`} className="grid gap-2 border-b border-line px-4 py-3">
      {phones.map((phone) => (
        <li key={phone.phone_id} className="flex min-w-0 items-center gap-2.5">
          <SmartphoneIcon className={phone.is_connected ? 'text-ok' : 'text-ink-faint'} />
          <span
            className={classNames(
              'min-w-0 flex-1 truncate font-medium',
              !phone.is_connected && 'text-ink-soft',
            )}
            title={phone.device}
          >
            {phone.name ? `${phone.name}, ${phone.device}` : phone.device}
          </span>
          <span className="flex-none text-small text-ink-soft">
            <Doing phone={phone} pages={pages} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function Doing({ phone, pages }: { phone: ScanPhone; pages: readonly ScanPage[] }) {
  const { t } = useLingui()
  const sending = pages.find(({ state, phone_id }) => state === 'receiving' && phone_id === phone.phone_id)
  if (!phone.is_connected) return t`disconnected`
  if (sending) return t`uploading page ${sending.position}`
  return t({ message: plural(phone.pages, { one: '# page', other: '# pages' }) })
}

/** In the page header: "2 phones connected". */
export function PhoneCount({ phones }: { phones: readonly ScanPhone[] }) {
  const { t } = useLingui()
  const connected = phones.filter(({ is_connected }) => is_connected).length
  if (phones.length === 0) return null
  return (
    <span className="flex flex-none items-center gap-1.5 text-small max-lg:hidden">
      <SmartphoneIcon className={connected > 0 ? 'size-3.5 text-ok' : 'size-3.5 text-ink-faint'} />
      {connected > 0
        ? t({ message: plural(connected, { one: '# phone connected', other: '# phones connected' }) })
        : t`No phone connected`}
    </span>
  )
}
