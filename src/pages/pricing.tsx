import { Prices } from '../features/billing/pricing/index.ts'

/** Public; needs no account. */
export default function PricingPage() {
  return <Prices />
}
