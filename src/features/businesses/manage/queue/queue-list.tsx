import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { Business } from '../../../../api/businesses.ts'
import { formatDate } from '../../../../lib/format-date.ts'
import { formatNumber } from '../../../../lib/format-number.ts'
import { useMedia } from '../../../../lib/use-media.ts'
import { useRowKeys } from '../../../../lib/use-row-keys.ts'
import { paths } from '../../../../paths.ts'
import { Avatar } from '../../../../ui/avatar.tsx'
import { Badge } from '../../../../ui/badge.tsx'
import { ListTable } from '../../../../ui/list-table.tsx'
import { type More, MoreFoot } from '../../../../ui/more-foot.tsx'
import { Cell, HeadCell, Row, TableHead } from '../../../../ui/table.tsx'
import { colourOf } from '../../acting/index.ts'
import { standingOf } from '../../labels/index.ts'
import { countryName } from '../profile/countries.ts'

const COLUMNS =
  'minmax(0,1.8fr) minmax(0,0.8fr) minmax(0,1fr) minmax(0,1.2fr) minmax(0,0.6fr) minmax(6.5rem,0.8fr)'
const NARROW = 'minmax(0,1fr) auto'

/** Only the rows in sight are in the page. */
export function QueueList({ businesses, ...more }: More & { businesses: readonly Business[] }) {
  const { t, i18n } = useLingui()
  const phone = useMedia('(max-width: 39.99rem)')
  const { reveal, onFocus } = useRowKeys(businesses.map(({ business_id }) => business_id))
  const height = phone ? 72 : 52
  return (
    <>
      <ListTable
        label={t`Businesses`}
        rowsLabel={t`Businesses on this server`}
        columns={COLUMNS}
        narrow={NARROW}
        count={more.count}
        exact={more.exact}
        head={
          <TableHead>
            <HeadCell>{t`Business`}</HeadCell>
            <HeadCell>{t`Status`}</HeadCell>
            <HeadCell>{t`Owner`}</HeadCell>
            <HeadCell>{t`Location`}</HeadCell>
            <HeadCell end>{t`Members`}</HeadCell>
            <HeadCell end>{t`Submitted`}</HeadCell>
          </TableHead>
        }
        reveal={reveal}
        items={businesses}
        keyOf={({ business_id }) => business_id}
        heightOf={() => height}
        onNearEnd={more.onMore}
      >
        {(business, index) => {
          const { business_id, name, legal_name, submitted_at, owner_name, city, country, members } = business
          const standing = standingOf(business)
          const place = [city, countryName(country, i18n.locale)].filter(Boolean).join(', ')
          return (
            <Row
              aria-rowindex={index + 2}
              onFocus={onFocus(index)}
              style={{ height }}
              className="max-sm:content-center max-sm:gap-y-0.5"
            >
              <Cell className="flex items-center gap-2.5">
                <Avatar kind="business" name={name} colour={colourOf(business_id)} />
                <span translate="no" className="min-w-0">
                  <Link
                    data-row={business_id}
                    to={paths.businessReview(business_id)}
                    className="block truncate font-medium hover:underline"
                    title={name}
                  >
                    {name}
                  </Link>
                  {legal_name && legal_name !== name && (
                    <span className="block truncate text-small text-ink-soft">{legal_name}</span>
                  )}
                </span>
              </Cell>
              <Cell className="max-sm:text-end">
                <Badge tone={standing.tone}>{i18n._(standing.word)}</Badge>
              </Cell>
              <Cell translate="no" className="truncate max-sm:col-start-1 max-sm:ps-8.5 max-sm:text-small">
                {owner_name ?? '–'}
              </Cell>
              <Cell faint className="truncate max-sm:hidden">
                {place || '–'}
              </Cell>
              <Cell end className="max-sm:hidden">
                {formatNumber(members, i18n.locale)}
              </Cell>
              <Cell end faint className="max-sm:text-small">
                {submitted_at ? formatDate(new Date(submitted_at), { locale: i18n.locale }) : '–'}
              </Cell>
            </Row>
          )
        }}
      </ListTable>
      <MoreFoot
        {...more}
        loaded={businesses.length}
        says={t({ message: plural(businesses.length, { one: '# business', other: '# businesses' }) })}
        note={t`Times shown in your local time zone.`}
      />
    </>
  )
}
