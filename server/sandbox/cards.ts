/** What a test card does, as Stripe documents its own: https://docs.stripe.com/testing */
export interface TestCard {
  number: string
  brand: string
  does: CardBehaviour
  title: string
}
export type CardBehaviour =
  | 'succeeds'
  | 'declined'
  | 'insufficient_funds'
  | 'needs_authentication'
  | 'expired'
  | 'fails_later'

export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'visa', does: 'succeeds', title: 'Succeeds' },
  { number: '5555555555554444', brand: 'mastercard', does: 'succeeds', title: 'Succeeds (Mastercard)' },
  { number: '4000000000000002', brand: 'visa', does: 'declined', title: 'Declined' },
  { number: '4000000000009995', brand: 'visa', does: 'insufficient_funds', title: 'Insufficient funds' },
  { number: '4000002500003155', brand: 'visa', does: 'needs_authentication', title: 'Needs authentication' },
  { number: '4000000000000069', brand: 'visa', does: 'expired', title: 'Expired card' },
  {
    number: '4000000000000341',
    brand: 'visa',
    does: 'fails_later',
    title: 'Succeeds once, fails at the renewal',
  },
]

interface Refused {
  code: string
  decline_code: string | null
  message: string
}
const REFUSALS: Partial<Record<CardBehaviour, Refused>> = {
  declined: { code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' },
  insufficient_funds: {
    ...{ code: 'card_declined', decline_code: 'insufficient_funds' },
    message: 'Your card has insufficient funds.',
  },
  expired: { code: 'expired_card', decline_code: 'expired_card', message: 'Your card has expired.' },
}
const AUTHENTICATION: Refused = {
  ...{ code: 'authentication_required', decline_code: 'authentication_required' },
  message: 'Your card was declined. This transaction requires authentication.',
}

/**
 * Why a charge is refused; null where it is paid. `isPresent`: the person is there, and can
 * authenticate.
 */
export function refusalOf(does: CardBehaviour, isPresent: boolean): Refused | null {
  if (does === 'needs_authentication') return isPresent ? null : AUTHENTICATION
  if (does === 'fails_later') return isPresent ? null : (REFUSALS.declined as Refused)
  return REFUSALS[does] ?? null
}

/** The last digit checks the others (ISO/IEC 7812-1). */
export function isCardNumber(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
