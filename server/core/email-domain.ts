import { ApiProblem } from './api-problem.ts'
import type { BusinessRow } from './schema.ts'

/** The domain, which policies of a business restrict. */
const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

export const isAllowedDomain = ({ policies }: Pick<BusinessRow, 'policies'>, email: string): boolean =>
  policies.email_domains.length === 0 || policies.email_domains.includes(domainOf(email))

/**
 * @throws ApiProblem email_domain_refused if the business's policy excludes the address's domain
 */
export function refuseDomain(business: Pick<BusinessRow, 'policies' | 'name'>, email: string): void {
  if (isAllowedDomain(business, email)) return
  const domains = business.policies.email_domains
  throw new ApiProblem(
    'email_domain_refused',
    `“${business.name}” allows addresses at ${domains.join(', ')} only. Use one of these, or change the policy.`,
    { allowed: domains },
  )
}
