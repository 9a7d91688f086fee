import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { BookOpenIcon, CalendarIcon, ClockIcon, DownloadIcon, HashIcon, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PublicShare } from '../../../api/public-share.ts'
import { classNames } from '../../../lib/class-names.ts'
import { formatDate, formatDay, formatTime } from '../../../lib/format-date.ts'
import { useHydrated } from '../../../lib/use-hydrated.ts'
import { CopySum } from './copy-sum.tsx'

const DAY_MS = 86_400_000

/** The properties of the link, one per line. */
export function Details({ share }: { share: PublicShare }) {
  const { t, i18n } = useLingui()
  const style = { locale: i18n.locale }
  // The server does not know the reader's time zone: times are invisible but keep their space.
  const times = useHydrated() ? '' : 'invisible'
  const now = new Date()
  const day = (date: Date) =>
    date.getFullYear() === now.getFullYear() ? formatDay(date, style) : formatDate(date, { ...style, now })
  const until = share.expires_at === null ? null : new Date(share.expires_at)
  const left = share.downloads_left
  const reading = share.reading_until === null ? null : new Date(share.reading_until)
  return (
    <ul className="mt-5 border-t border-line-strong text-ink-soft">
      {until && (
        <Fact icon={CalendarIcon} soon={until.getTime() - now.getTime() < DAY_MS}>
          <span className={times}>{t`Expires ${day(until)}, ${formatTime(until, style)}`}</span>
        </Fact>
      )}
      {left !== null && (
        <Fact icon={DownloadIcon}>
          {left === 0
            ? t`No downloads left`
            : share.readable && !reading
              ? t({
                  message: plural(left, {
                    one: '# download left; reading counts as one',
                    other: '# downloads left; reading counts as one',
                  }),
                })
              : t({ message: plural(left, { one: '# download left', other: '# downloads left' }) })}
        </Fact>
      )}
      {reading && (
        <Fact icon={BookOpenIcon}>
          <span className={times}>{t`Reading access until ${formatTime(reading, style)}`}</span>
        </Fact>
      )}
      {share.created_at && (
        <Fact icon={ClockIcon}>
          <span className={times}>{t`Added on ${day(new Date(share.created_at))}`}</span>
        </Fact>
      )}
      {share.file && (
        <Fact icon={HashIcon} last>
          <CopySum sum={share.file.sha256} />
        </Fact>
      )}
    </ul>
  )
}

type FactProps = { icon: LucideIcon; soon?: boolean; last?: boolean; children: ReactNode }

const Fact = ({ icon: Icon, soon, last, children }: FactProps) => (
  <li
    className={classNames(
      'flex min-h-10 items-center gap-2.5 text-[0.875rem]/5',
      !last && 'border-b border-line',
      soon && 'text-warn',
    )}
  >
    <Icon className={soon ? '' : 'text-ink-faint'} />
    {children}
  </li>
)
