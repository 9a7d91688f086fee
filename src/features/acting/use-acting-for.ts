import { isPersonal, type Permission } from '../../../contract/permissions.ts'
import { useSession } from '../../api/account.ts'
import { type BusinessUser, useMemberships } from '../../api/business-users.ts'
import { useActing } from '../../stores/acting.ts'

/** The membership in the business that this tab acts for; null while one acts for oneself, undefined until it is known. */
export function useActingFor(): BusinessUser | null | undefined {
  const id = useActing((state) => state.id)
  const { data: user } = useSession()
  const { data } = useMemberships(user !== undefined && user !== null)
  if (user === null || id === null) return null
  if (!data) return undefined
  return data.find(({ business_id, status }) => business_id === id && status === 'active') ?? null
}

/** Invitations to businesses that wait for an answer. */
export function useInvitationCount(): number {
  const { data: user } = useSession()
  const { data } = useMemberships(user !== undefined && user !== null)
  return user ? (data ?? []).filter(({ status }) => status === 'invited').length : 0
}

/** Whether the caller may do something for whom they act. Until it is known they may: the service decides. */
export function useMay(): (permission: Permission) => boolean {
  const member = useActingFor()
  return (permission) =>
    !member || isPersonal(permission) || member.effective_permissions.includes(permission)
}
