import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Business } from '../../../api/businesses.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { colourOf } from '../acting/index.ts'
import { standingOf } from '../labels/index.ts'

export const BusinessMark = ({ business: { name, business_id } }: { business: Business }) => (
  <Avatar kind="business" name={name} colour={colourOf(business_id)} />
)

/** The status of the business, for the page header. */
export function useStanding(business: Business | undefined): ReactNode {
  const { i18n } = useLingui()
  if (!business) return null
  const { word, tone } = standingOf(business)
  return <Badge tone={tone}>{i18n._(word)}</Badge>
}
