import { Prices } from '../features/billing/pricing/index.ts'

/** Public, without an account. */
export default function PricingPage() {
  return <Prices />
}
