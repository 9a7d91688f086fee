import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { Business } from '../../../../api/businesses.ts'
import { formatList } from '../../../../lib/format-list.ts'
import { paths } from '../../../../paths.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { countryName } from '../profile/countries.ts'
import { type FieldName, useFieldLabels } from '../profile/fields.ts'
import { ItemIcon } from './item-icon.tsx'
import type { Requirement } from './requirement.ts'
import { useItemLabels } from './use-item-labels.ts'

type DetailsItemProps = { business: Business; requirement: Requirement }

/** The first row: the required profile fields. */
export function DetailsItem({ business, requirement: { status, missing } }: DetailsItemProps) {
  const { t, i18n } = useLingui()
  const labels = useFieldLabels()
  const words = useItemLabels()
  const { legal_name, registration_number, address_line1, city, country } = business
  const known = [legal_name, registration_number, address_line1, city, countryName(country, i18n.locale)]
  const lacks = formatList(
    missing.map((name) => labels[name as FieldName] ?? name),
    i18n.locale,
  )
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 py-3">
      <ItemIcon status={status} />
      <span className="min-w-0 flex-1 basis-48">
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {t`Business details`}
          {status === 'missing' && <Badge tone="warn">{words.missing}</Badge>}
        </span>
        <span translate="no" className="block text-small text-ink-soft wrap-anywhere">
          {known.filter(Boolean).join(', ')}
        </span>
        {missing.length > 0 && <span className="block text-small">{t`Missing: ${lacks}.`}</span>}
      </span>
      {missing.length > 0 && (
        <Button size={28} render={<Link to={paths.business(business.business_id, 'profile')} />}>
          {t`Open profile`}
        </Button>
      )}
    </li>
  )
}
