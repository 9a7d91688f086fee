import type { BillingSettings, BillingSettingsChange, Pack } from '../../../api/billing.ts'

/** The edited settings; a field keeps its value while its switch is off. */
export interface Draft {
  hasLowBalance: boolean
  lowBalance: string
  hasSpendLimit: boolean
  spendLimit: string
  action: BillingSettings['spend_limit_action']
  topUp: boolean
  topUpBelow: string
  topUpPack: string | null
  topUpMax: string
}

const MOST_CREDITS = 1_000_000_000
const MOST_PACKS = 50
const USUAL = '100'

export const draftOf = (
  { low_balance, spend_limit, spend_limit_action, top_up }: BillingSettings,
  packs: readonly Pack[],
): Draft => ({
  hasLowBalance: low_balance > 0,
  lowBalance: low_balance > 0 ? String(low_balance) : USUAL,
  hasSpendLimit: spend_limit !== null,
  spendLimit: spend_limit === null ? '1000' : String(spend_limit),
  action: spend_limit_action,
  topUp: top_up.is_enabled,
  topUpBelow: top_up.below > 0 ? String(top_up.below) : USUAL,
  topUpPack: top_up.pack ?? packs[0]?.code ?? null,
  topUpMax: String(top_up.max_per_month),
})

const isWhole = (text: string, most: number) =>
  /^\d{1,10}$/.test(text) && Number(text) >= 1 && Number(text) <= most

/** Validation errors. Disabled fields have none. */
export const problemsOf = (draft: Draft) => ({
  lowBalance: draft.hasLowBalance && !isWhole(draft.lowBalance, MOST_CREDITS),
  spendLimit: draft.hasSpendLimit && !isWhole(draft.spendLimit, MOST_CREDITS),
  topUpBelow: draft.topUp && !isWhole(draft.topUpBelow, MOST_CREDITS),
  topUpPack: draft.topUp && draft.topUpPack === null,
  topUpMax: draft.topUp && !isWhole(draft.topUpMax, MOST_PACKS),
})

/** The request body. Disabled settings keep valid values, for when they are enabled again. */
export function changeOf(draft: Draft): BillingSettingsChange {
  const { topUpPack: pack } = draft
  return {
    low_balance: draft.hasLowBalance ? Number(draft.lowBalance) : 0,
    spend_limit: draft.hasSpendLimit ? Number(draft.spendLimit) : null,
    spend_limit_action: draft.action,
    ...(pack !== null && {
      top_up: {
        is_enabled: draft.topUp,
        below: isWhole(draft.topUpBelow, MOST_CREDITS) ? Number(draft.topUpBelow) : Number(USUAL),
        pack,
        max_per_month: isWhole(draft.topUpMax, MOST_PACKS) ? Number(draft.topUpMax) : 1,
      },
    }),
  }
}
