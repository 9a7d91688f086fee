import { useQuery } from '@tanstack/react-query'
import { call } from './client.ts'

/** The limit of ids in one request. */
const MOST = 100
/** Rows of a list render together, so their requests are collected into one for this long. */
const TOGETHER_MS = 15

interface Batch {
  ids: Set<string>
  names: Promise<ReadonlyMap<string, string>>
}

/** Ids to request, by business. */
const collecting = new Map<string, Batch>()

/** A member's name in any status; empty for others. Concurrent calls share one request. */
async function nameOf(business_id: string, id: string): Promise<string> {
  let batch = collecting.get(business_id)
  if (!batch || batch.ids.size >= MOST) {
    batch = begin(business_id)
    collecting.set(business_id, batch)
  }
  batch.ids.add(id)
  return (await batch.names).get(id) ?? ''
}

function begin(business_id: string): Batch {
  const ids = new Set<string>()
  const batch: Batch = { ids, names: collected() }
  return batch

  async function collected() {
    await new Promise((resolve) => setTimeout(resolve, TOGETHER_MS))
    if (collecting.get(business_id) === batch) collecting.delete(business_id)
    const { results } = await call('listBusinessUsers', {
      params: { business_id },
      query: { ids: [...ids].join(','), page_size: MOST },
    })
    return new Map(results.map(({ user_id, name }) => [user_id ?? '', name]))
  }
}

/** The name of a member; empty until it is known, and without ids. */
export function useMemberName(business_id: string | null, id: string | null): string {
  const { data } = useQuery({
    queryKey: ['memberName', business_id, id],
    queryFn: () => nameOf(business_id ?? '', id ?? ''),
    enabled: business_id !== null && id !== null,
    staleTime: 300_000,
    throwOnError: false,
  })
  return data ?? ''
}
