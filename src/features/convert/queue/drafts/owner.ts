import { sessionQuery } from '../../../../api/account.ts'
import { queryClient } from '../../../../api/query-client.ts'
import { useActing } from '../../../../stores/acting.ts'

export const VISITOR = 'visitor'

/** The account that this tab acts for: only its lists are restored. Null while unknown. */
export function draftOwner(): string | null {
  const user = queryClient.getQueryData(sessionQuery.queryKey)
  if (user === undefined) return null
  return useActing.getState().id ?? user?.id ?? VISITOR
}
