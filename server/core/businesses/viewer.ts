import { BUSINESS_PERMISSIONS, type Permission, type Role } from '../../../contract/permissions.ts'
import type { Context } from '../context.ts'

/** Who looks at a business, and what they may do in it. */
export interface Viewer {
  role: Role | null
  permissions: ReadonlySet<Permission>
  /** Whether they run the instance, and so review every business. */
  isReviewer: boolean
}

/** Whether the caller runs the instance. A key of theirs does not review. */
export const isReviewer = ({ actor: { principal } }: Pick<Context, 'actor'>): boolean =>
  principal.kind === 'user' && principal.isAdmin

/** The caller as they look at the business that they act for. */
export const viewerOf = (ctx: Pick<Context, 'actor'>): Viewer => ({
  role: ctx.actor.role,
  permissions: ctx.actor.permissions,
  isReviewer: isReviewer(ctx),
})

/** Permissions as they are listed, in the order of the contract. */
export const listed = (permissions: ReadonlySet<Permission>): Permission[] =>
  BUSINESS_PERMISSIONS.filter((name) => permissions.has(name))

/** Documents, and why they were rejected, are seen by few. */
export const seesVerification = ({ permissions, isReviewer }: Viewer): boolean =>
  isReviewer || permissions.has('verification:read')
