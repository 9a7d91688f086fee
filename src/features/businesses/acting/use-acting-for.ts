import { useLocation } from 'react-router'
import { isPersonal, type Permission } from '../../../../contract/permissions.ts'
import { useSession } from '../../../api/account.ts'
import { type BusinessUser, useMemberships } from '../../../api/business-users.ts'
import { useActing } from '../../../stores/acting.ts'

/**
 * The membership in the current business; null for the user's own account, undefined until it is
 * known.
 */
export function useActingFor(): BusinessUser | null | undefined {
  const id = useActing((state) => state.id)
  const { data: user } = useSession()
  const { data } = useMemberships(user !== undefined && user !== null)
  if (user === null || id === null) return null
  if (!data) return undefined
  return data.find((one) => isActiveIn(one, id)) ?? null
}

/**
 * Whether pages may request the account's data: not before the membership is confirmed, nor while a
 * switch leaves a page. If it cannot be confirmed, the server decides.
 */
export function useMayAsk(): boolean {
  const { id, leaving } = useActing()
  const { key } = useLocation()
  const { data: user } = useSession()
  const { data, isError, isPaused } = useMemberships(user !== undefined && user !== null)
  if (leaving === key) return false
  if (id === null || user === null) return true
  return data ? data.some((one) => isActiveIn(one, id)) : isError || isPaused
}

const isActiveIn = ({ business_id, status }: BusinessUser, id: string) =>
  business_id === id && status === 'active'

/** The number of pending invitations to businesses. */
export function useInvitationCount(): number {
  const { data: user } = useSession()
  const { data } = useMemberships(user !== undefined && user !== null)
  return user ? (data ?? []).filter(({ status }) => status === 'invited').length : 0
}

/**
 * Whether the caller has a permission in the current account. True until it is known: the server
 * decides.
 */
export function useMay(): (permission: Permission) => boolean {
  const member = useActingFor()
  return (permission) =>
    !member || isPersonal(permission) || member.effective_permissions.includes(permission)
}
