import { useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from 'react-router'
import type { BusinessUser } from '../../../api/business-users.ts'
import { formatNumber } from '../../../lib/format-number.ts'
import { paths } from '../../../paths.ts'
import { useActing } from '../../../stores/acting.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Cell, Row } from '../../../ui/table.tsx'
import { colourOf, useSwitch } from '../acting/index.ts'
import { ROLE_WORDS, standingOf } from '../labels/index.ts'

const second = 'max-sm:col-start-1 max-sm:ps-8.5 max-sm:text-small'

export function MembershipRow({ membership }: { membership: BusinessUser }) {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const change = useSwitch()
  const acting = useActing((state) => state.id)
  const { business, business_id, role, status } = membership
  const { name, members, credits_available } = business
  const standing = standingOf(business)
  const suspended = status === 'suspended'
  return (
    <Row size="settings" className="py-2 max-sm:gap-y-0.5">
      <Cell className="flex items-center gap-2.5">
        <Avatar kind="business" name={name} colour={colourOf(business_id)} />
        {suspended ? (
          // A suspended member can't open its pages.
          <span translate="no" className="min-w-0 font-medium wrap-anywhere">
            {name}
          </span>
        ) : (
          <Link
            to={paths.business(business_id)}
            translate="no"
            className="min-w-0 font-medium wrap-anywhere hover:underline"
          >
            {name}
          </Link>
        )}
      </Cell>
      <Cell className={second}>
        {i18n._(ROLE_WORDS[role])}
        {suspended && <span className="text-bad">, {t`suspended`}</span>}
      </Cell>
      <Cell className={second}>
        <Badge tone={standing.tone}>{i18n._(standing.word)}</Badge>
      </Cell>
      <Cell end className="max-sm:hidden">
        {formatNumber(members, i18n.locale)}
      </Cell>
      <Cell end className="max-sm:hidden">
        {formatNumber(credits_available, i18n.locale)}
      </Cell>
      <Cell end className="max-sm:col-start-2 max-sm:row-start-1">
        {acting === business_id ? (
          <span className="text-small text-ink-soft">{t`Active in this tab`}</span>
        ) : (
          !suspended && (
            <Button
              size={28}
              aria-label={t`Switch to ${name}`}
              onClick={() => change(business_id, () => void navigate(paths.overview()))}
            >
              {t`Switch`}
            </Button>
          )
        )}
      </Cell>
    </Row>
  )
}
