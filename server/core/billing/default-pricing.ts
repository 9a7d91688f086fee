import type { PricingFile } from './pricing-file.ts'

const GB = 1_000_000_000
/**
 * The free plan has none of these limits unless the instance sets them, and no plan may allow less.
 */
const NO_LIMIT = { parallel_conversions: null, requests_per_minute: null, members: null }

/** The default pricing, without a pricing file. A year costs ten months. */
export const DEFAULT_PRICING: PricingFile = {
  currency: 'EUR',
  free: { name: 'Free', description: 'Try every conversion', features: [] },
  plans: [
    {
      ...{ code: 'starter', name: 'Starter', description: 'One person, regular work', credits: 500 },
      prices: { month: 1200, year: 12_000 },
      storage_bytes: 50 * GB,
      limits: { ...NO_LIMIT, ...{ max_upload_bytes: 5 * GB, keep_hours: 14 * 24 } },
      ...{ features: [], popular: false },
    },
    {
      ...{ code: 'studio', name: 'Studio', description: 'Teams that convert daily', credits: 2000 },
      prices: { month: 2900, year: 29_000 },
      storage_bytes: 250 * GB,
      limits: { ...NO_LIMIT, ...{ max_upload_bytes: 10 * GB, keep_hours: 30 * 24 } },
      ...{ features: [], popular: true },
    },
    {
      ...{ code: 'business', name: 'Business', description: 'Automation and long retention', credits: 8000 },
      prices: { month: 9900, year: 99_000 },
      storage_bytes: 1000 * GB,
      limits: { ...NO_LIMIT, ...{ max_upload_bytes: 20 * GB, keep_hours: 90 * 24 } },
      ...{ features: [], popular: false },
    },
  ],
  packs: [
    { code: 'pack-250', credits: 250, price: 400 },
    { code: 'pack-1000', credits: 1000, price: 1200 },
    { code: 'pack-5000', credits: 5000, price: 4500 },
  ],
  storage: [{ code: 'storage-50', bytes: 50 * GB, price: 300, interval: 'month' }],
}
