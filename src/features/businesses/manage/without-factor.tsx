import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { useMembers } from '../../../api/business-users.ts'
import { paths } from '../../../paths.ts'
import { TextButton } from '../../../ui/text-button.tsx'

/** The number of members that the policy currently locks out, with a link to them. */
export function WithoutFactor({ business_id }: { business_id: string }) {
  const { t } = useLingui()
  const { data } = useMembers(business_id, { second_factor: 'false' })
  if (!data) return null
  if (data.count === 0)
    return <p className="text-ink-soft">{t`All members use two-factor authentication.`}</p>
  return (
    <p className="flex flex-wrap gap-x-2.5">
      {t({
        message: plural(data.count, {
          one: '# member without two-factor authentication.',
          other: '# members without two-factor authentication.',
        }),
      })}
      <TextButton render={<Link to={paths.business(business_id, 'members', { factor: 'false' })} />}>
        {t`Show members`}
      </TextButton>
    </p>
  )
}
