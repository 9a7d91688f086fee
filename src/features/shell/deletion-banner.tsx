import { Trans, useLingui } from '@lingui/react/macro'
import { type User, useKeepAccount } from '../../api/account.ts'
import { formatDate } from '../../lib/format-date.ts'
import { Banner } from '../../ui/banner.tsx'
import { useProblemWords } from '../problems/index.ts'

/** The account will be deleted; the deletion can be cancelled. */
export default function DeletionBanner({ user, deleteAfter }: { user: User; deleteAfter: string }) {
  const { t, i18n } = useLingui()
  const keep = useKeepAccount()
  const words = useProblemWords()
  const day = formatDate(new Date(deleteAfter), { locale: i18n.locale, timeZone: user.time_zone })
  return (
    <Banner kind="warn" action={{ label: t`Keep account`, onClick: () => keep.mutate() }}>
      {keep.error ? (
        words(keep.error)
      ) : (
        <Trans>This account and all its data will be deleted on {day}.</Trans>
      )}
    </Banner>
  )
}
