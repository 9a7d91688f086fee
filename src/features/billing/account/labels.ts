import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { LedgerLine, Lot, Purchase } from '../../../api/billing.ts'
import type { Tone } from '../../../ui/badge.tsx'
import { FAMILY_WORDS } from '../../convert/conversion/index.ts'
import type { CreditArea } from './areas.ts'

export const AREA_NAMES: Record<CreditArea, MessageDescriptor> = {
  ...FAMILY_WORDS,
  pipeline: msg`Pipelines`,
  scan: msg`Scan`,
  signing: msg`Signing`,
  task: msg`Tasks`,
}

const LOT_NAMES: Record<Lot['source'], MessageDescriptor> = {
  plan: msg`Plan`,
  pack: msg`Pack`,
  promo: msg`Promo code`,
  signup: msg`Sign-up`,
  refund: msg`Refund`,
  adjustment: msg`Adjustment`,
}

/** "Promo code AUTUMN250", "Plan Studio", "Pack". */
export function useLotName() {
  const { i18n } = useLingui()
  return ({ source, name }: Pick<Lot, 'source' | 'name'>) => {
    const word = i18n._(LOT_NAMES[source])
    return name === null || source === 'pack' ? word : `${word} ${name}`
  }
}

/** The effect of an entry whose cause is unknown. */
export const KIND_NAMES: Record<LedgerLine['kind'], MessageDescriptor> = {
  grant: msg`Credits added`,
  charge: msg`Charge`,
  expire: msg`Credits expired`,
  revoke: msg`Credits removed after a refund`,
  adjust: msg`Adjustment`,
}

export const SOURCE_NAMES: Record<LedgerLine['source'], MessageDescriptor> = {
  ...LOT_NAMES,
  conversion: msg`Conversion`,
  pipeline_run: msg`Pipeline run`,
  scan: msg`Scan`,
  task: msg`Task reported by API`,
}

export const STATUS_NAMES: Record<Purchase['status'], MessageDescriptor> = {
  pending: msg`Waiting for payment`,
  paid: msg`Paid`,
  fulfilled: msg`Completed`,
  failed: msg`Failed`,
  cancelled: msg`Cancelled`,
  expired: msg`Expired`,
  refunded: msg`Refunded`,
  disputed: msg`Disputed`,
}

export const STATUS_TONES: Record<Purchase['status'], Tone> = {
  pending: 'accent',
  paid: 'accent',
  fulfilled: 'ok',
  failed: 'bad',
  cancelled: 'plain',
  expired: 'plain',
  refunded: 'warn',
  disputed: 'bad',
}
