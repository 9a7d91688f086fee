import { Prices } from '../features/pricing/index.ts'

/** For anybody, without an account. */
export default function PricingPage() {
  return <Prices />
}
