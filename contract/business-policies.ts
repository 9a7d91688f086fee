import type { Role } from './permissions.ts'

/** Policies that a business sets for its members. */
export interface BusinessPolicies {
  /** Members who have no second factor cannot act from `required_from` on, or `grace_days` after they joined. */
  second_factor: { required: boolean; grace_days: number; required_from: string | null }
  /** Domains of addresses that can be invited; empty for any. */
  email_domains: string[]
  /** Rules for share links: the most days that one may work, and whether it needs a password. */
  links: { max_days: number | null; password_required: boolean }
  /** Roles that may buy credits. Owners always may. */
  buyers: Role[]
}
