import { sessionQuery } from '../../../../api/account.ts'
import { queryClient } from '../../../../api/query-client.ts'
import { useActing } from '../../../../stores/acting.ts'

export const VISITOR = 'visitor'

/** For whom this tab works: a list is restored for nobody else. Null while that is not known. */
export function draftOwner(): string | null {
  const user = queryClient.getQueryData(sessionQuery.queryKey)
  if (user === undefined) return null
  return useActing.getState().id ?? user?.id ?? VISITOR
}
