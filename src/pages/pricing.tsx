import { Prices } from '../features/pricing/index.ts'

/** Public, without an account. */
export default function PricingPage() {
  return <Prices />
}
