import { ROLE_TABLE, ROLES, type Role } from '../../../../contract/permissions.ts'
import type { BusinessPolicies } from '../../../api/businesses.ts'

/** Roles that can be allowed to buy: the others lack the permission. */
export const BUYERS: readonly Role[] = ROLES.filter(
  (role) => role !== 'owner' && ROLE_TABLE[role].permissions.includes('billing:write'),
)

/** The edited policies. */
export interface Draft {
  factor: boolean
  grace: string
  domains: string
  limited: boolean
  days: string
  password: boolean
  buyers: readonly Role[]
}

export const draftOf = ({ second_factor, email_domains, links, buyers }: BusinessPolicies): Draft => ({
  factor: second_factor.required,
  grace: String(second_factor.grace_days),
  domains: email_domains.join('\n'),
  limited: links.max_days !== null,
  days: String(links.max_days ?? 30),
  password: links.password_required,
  buyers,
})

export const domainsOf = (text: string) =>
  text
    .split(/[\s,;]+/)
    .map((one) => one.replace(/^@/, ''))
    .filter(Boolean)

/** Whether the text is an integer within the bounds. */
export const whole = (text: string, least: number, most: number) =>
  /^\d+$/.test(text.trim()) && Number(text) >= least && Number(text) <= most
