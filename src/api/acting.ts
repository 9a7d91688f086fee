import type { OperationName } from '../../contract/contract.ts'
import { resetFollower } from './live.ts'
import { queryClient } from './query-client.ts'

/** Queries that do not depend on the account that the tab acts for. */
const PERSONAL: ReadonlySet<unknown> = new Set<OperationName>([
  'getMe',
  'listOwnMemberships',
  'getHealth',
  'listSessions',
  'listIdentities',
])

/**
 * Drops the data of the previous owner: removes all other queries and refetches the mounted ones.
 */
export function forgetOwner(): void {
  resetFollower()
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => !PERSONAL.has(queryKey[0])
  queryClient.removeQueries({ type: 'inactive', predicate })
  void queryClient.resetQueries({ predicate })
}
