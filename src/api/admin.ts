import { useMutation, useQuery } from '@tanstack/react-query'
import { call, type Input, type Output } from './client.ts'
import { polled } from './polling.ts'
import { invalidate, q } from './query-client.ts'

export type AdminOverview = Output<'getAdminOverview'>
export type FailureSum = AdminOverview['failures'][number]
type FailureCode = NonNullable<Input<'retryFailures'>['body']>['code']

export const useAdminOverview = () => useQuery({ ...q('getAdminOverview'), ...polled(() => 5_000) })

/**
 * Retries batch after batch until none is left. @returns how many run again, and how many could not
 */
async function retryAll(code: FailureCode): Promise<{ retried: number; skipped: number }> {
  const sum = { retried: 0, skipped: 0 }
  let after: string | undefined
  do {
    const batch = await call('retryFailures', { body: { code, ...(after && { after }) } })
    sum.retried += batch.retried
    sum.skipped += batch.skipped
    after = batch.next ?? undefined
  } while (after)
  return sum
}

export const useRetryFailures = () =>
  useMutation({
    mutationFn: retryAll,
    onSettled: () => {
      void invalidate('getAdminOverview')
      void invalidate('listConversions')
    },
  })
