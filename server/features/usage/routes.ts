import type { usageEndpoints } from '../../../contract/usage.ts'
import type { Handlers } from '../../http/handlers.ts'
import { getConversionRecord } from './get-conversion-record.ts'
import { getUsageSummary } from './get-usage-summary.ts'
import { getUsageTrend } from './get-usage-trend.ts'
import { listPlans } from './list-plans.ts'
import { listRecentConversions } from './list-recent-conversions.ts'

export const usageRoutes: Handlers<keyof typeof usageEndpoints> = {
  listPlans: async ({ ctx }) => ({ status: 200, body: await listPlans(ctx) }),
  getUsageSummary: async ({ ctx, query }) => ({ status: 200, body: await getUsageSummary(ctx, query) }),
  getUsageTrend: async ({ ctx, query }) => ({ status: 200, body: await getUsageTrend(ctx, query) }),
  listRecentConversions: async ({ ctx, query }) => ({
    status: 200,
    body: await listRecentConversions(ctx, query),
  }),
  getConversionRecord: async ({ ctx, params }) => ({
    status: 200,
    body: await getConversionRecord(ctx, params.conversion_id),
  }),
}
