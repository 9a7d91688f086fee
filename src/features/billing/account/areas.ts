import type { Spending } from '../../../api/billing.ts'
import { FAMILY_NAMES, type Family } from '../../../lib/families.ts'

export type CreditArea = Spending['areas'][number]['area']

/** Where credits are spent: the families, and operations other than single conversions. */
export const CREDIT_AREA_NAMES: readonly CreditArea[] = [
  ...FAMILY_NAMES,
  'pipeline',
  'scan',
  'signing',
  'task',
]

export const isFamily = (area: CreditArea): area is Family => FAMILY_NAMES.some((family) => family === area)
