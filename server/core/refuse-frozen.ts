import { FROZEN } from '../../contract/business-states.ts'
import { ApiProblem } from './api-problem.ts'
import type { BusinessRow } from './schema.ts'

/**
 * Refuses a change in a suspended, closed or inactive business. `isProfile`: a change of its
 * profile, which can reactivate it. @throws ApiProblem business_inactive
 */
export function refuseFrozen(business: BusinessRow, isProfile = false): void {
  if (FROZEN.includes(business.status)) {
    const reason = business.statusReason ? ` The reason: ${business.statusReason}` : ''
    throw new ApiProblem(
      'business_inactive',
      `“${business.name}” is ${business.status}, so nothing can be changed.${reason} Ask an administrator.`,
    )
  }
  if (!business.isActive && !isProfile)
    throw new ApiProblem(
      'business_inactive',
      `“${business.name}” is switched off. Its owners and admins can switch it on.`,
    )
}
