import { resetFollower } from './live.ts'
import { keyOf, queryClient } from './query-client.ts'

/** What is the same for whomever one acts. */
const PERSONAL: ReadonlySet<unknown> = new Set(
  (['getMe', 'listOwnMemberships', 'getHealth', 'listSessions', 'listIdentities'] as const).map(
    (name) => keyOf(name)[0],
  ),
)

/** Nothing of one owner is to be seen while another one is acted for: all else is forgotten, and what is on the page is asked for anew. */
export function forgetOwner(): void {
  resetFollower()
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => !PERSONAL.has(queryKey[0])
  queryClient.removeQueries({ type: 'inactive', predicate })
  void queryClient.resetQueries({ predicate })
}
