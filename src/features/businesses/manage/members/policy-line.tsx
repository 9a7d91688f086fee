import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { ShieldAlertIcon } from 'lucide-react'
import { Link } from 'react-router'
import { useMembers } from '../../../../api/business-users.ts'
import type { Business } from '../../../../api/businesses.ts'
import { formatDate } from '../../../../lib/format-date.ts'
import { paths } from '../../../../paths.ts'
import { TextButton } from '../../../../ui/text-button.tsx'

/** The policy that locks out members without a second factor, with its date and their number. */
export function PolicyLine({ business }: { business: Business }) {
  const { t, i18n } = useLingui()
  const { required, required_from: from } = business.policies.second_factor
  const { data } = useMembers(business.business_id, { second_factor: 'false' }, required)
  if (!required || from === null) return null
  const count = data?.count ?? 0
  const date = formatDate(new Date(from), { locale: i18n.locale })
  return (
    <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 border-b border-line bg-surface px-4 py-2 md:ps-6 md:pe-5">
      <ShieldAlertIcon className={count > 0 ? 'text-warn' : 'text-ok'} />
      <span className="min-w-0 flex-1">
        <strong className="font-strong">{t`Two-factor authentication required from ${date}.`}</strong>{' '}
        {data &&
          (count > 0
            ? t({
                message: plural(count, {
                  one: '# member needs to set it up.',
                  other: '# members need to set it up.',
                }),
              })
            : t`All members have set it up.`)}
      </span>
      <TextButton render={<Link to={paths.business(business.business_id, 'policies')} />}>
        {t`Open policies`}
      </TextButton>
    </p>
  )
}
