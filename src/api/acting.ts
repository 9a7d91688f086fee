import type { OperationName } from '../../contract/contract.ts'
import { resetFollower } from './live.ts'
import { queryClient } from './query-client.ts'

/** What is the same for whomever one acts. */
const PERSONAL: ReadonlySet<unknown> = new Set<OperationName>([
  'getMe',
  'listOwnMemberships',
  'getHealth',
  'listSessions',
  'listIdentities',
])

/**
 * Nothing of one owner is to be seen while another one is acted for: all else is forgotten, and
 * what is on the page is asked for anew.
 */
export function forgetOwner(): void {
  resetFollower()
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => !PERSONAL.has(queryKey[0])
  queryClient.removeQueries({ type: 'inactive', predicate })
  void queryClient.resetQueries({ predicate })
}
