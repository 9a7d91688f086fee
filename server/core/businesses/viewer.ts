import { BUSINESS_PERMISSIONS, type Permission, type Role } from '../../../contract/permissions.ts'
import type { Context } from '../context.ts'

/** The viewer of a business and their permissions in it. */
export interface Viewer {
  role: Role | null
  permissions: ReadonlySet<Permission>
  /** Whether they are an administrator, who reviews every business. */
  isReviewer: boolean
}

/** Whether the caller is an administrator. Their API keys cannot review. */
export const isReviewer = ({ actor: { principal } }: Pick<Context, 'actor'>): boolean =>
  principal.kind === 'user' && principal.isAdmin

/** The caller as viewer of the business that they act for. */
export const viewerOf = (ctx: Pick<Context, 'actor'>): Viewer => ({
  role: ctx.actor.role,
  permissions: ctx.actor.permissions,
  isReviewer: isReviewer(ctx),
})

/** Sorts permissions in the order of the contract. */
export const listed = (permissions: ReadonlySet<Permission>): Permission[] =>
  BUSINESS_PERMISSIONS.filter((name) => permissions.has(name))

/** Whether they may see documents and reasons for rejection. */
export const seesVerification = ({ permissions, isReviewer }: Viewer): boolean =>
  isReviewer || permissions.has('verification:read')
