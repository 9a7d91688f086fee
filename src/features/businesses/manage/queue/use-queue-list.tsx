import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Business } from '../../../../api/businesses.ts'
import { formatDate } from '../../../../lib/format-date.ts'
import { formatNumber } from '../../../../lib/format-number.ts'
import { paths } from '../../../../paths.ts'
import { Avatar } from '../../../../ui/avatar.tsx'
import { Badge } from '../../../../ui/badge.tsx'
import { type ListOf, TitleCell, twoLines } from '../../../lists/index.ts'
import { colourOf } from '../../acting/index.ts'
import { standingOf } from '../../labels/index.ts'
import { countryName } from '../profile/countries.ts'

const idOf = ({ business_id }: Business) => business_id
const HEIGHTS = twoLines(72)

/** The columns of businesses for a reviewer. */
export function useQueueList(): ListOf<Business> {
  const { t, i18n } = useLingui()
  return {
    label: t`Businesses`,
    rowsLabel: t`Businesses on this server`,
    idOf,
    nameOf: ({ name }) => name,
    heights: HEIGHTS,
    says: (loaded) => t({ message: plural(loaded, { one: '# business', other: '# businesses' }) }),
    columns: [
      {
        id: 'name',
        head: t`Business`,
        width: 'minmax(0,1.8fr)',
        phone: 1,
        className: 'flex items-center gap-2.5',
        cell: ({ business_id: id, name, legal_name }) => (
          <>
            <Avatar kind="business" name={name} colour={colourOf(id)} />
            <span className="min-w-0">
              <TitleCell
                id={id}
                name={name}
                to={paths.businessReview(id)}
                phoneNote
                {...(legal_name &&
                  legal_name !== name && {
                    note: (
                      <span className="truncate" translate="no">
                        {legal_name}
                      </span>
                    ),
                  })}
              />
            </span>
          </>
        ),
      },
      {
        id: 'status',
        head: t`Status`,
        width: 'minmax(0,0.8fr)',
        phone: 1,
        reach: 'end',
        className: 'max-sm:text-end',
        cell: (business) => {
          const { tone, word } = standingOf(business)
          return <Badge tone={tone}>{i18n._(word)}</Badge>
        },
      },
      {
        id: 'owner',
        head: t`Owner`,
        width: 'minmax(0,1fr)',
        phone: 2,
        className: 'truncate max-sm:ps-8.5 max-sm:text-small',
        cell: ({ owner_name }) => <span translate="no">{owner_name ?? '–'}</span>,
      },
      {
        id: 'location',
        head: t`Location`,
        width: 'minmax(0,1.2fr)',
        faint: true,
        className: 'truncate',
        cell: ({ city, country }) =>
          [city, countryName(country, i18n.locale)].filter(Boolean).join(', ') || '–',
      },
      {
        id: 'members',
        head: t`Members`,
        width: 'minmax(0,0.6fr)',
        end: true,
        cell: ({ members }) => formatNumber(members, i18n.locale),
      },
      {
        id: 'submitted',
        head: t`Submitted`,
        width: 'minmax(6.5rem,0.8fr)',
        end: true,
        faint: true,
        phone: 2,
        reach: 'end',
        className: 'max-sm:text-small',
        cell: ({ submitted_at: at }) => (at ? formatDate(new Date(at), { locale: i18n.locale }) : '–'),
      },
    ],
  }
}
