import { useQuery } from '@tanstack/react-query'
import { call } from './client.ts'

/** As many as one request may name. */
const MOST = 100
/** A list draws its rows at once: what they ask for is put into one question. */
const TOGETHER_MS = 15

interface Batch {
  ids: Set<string>
  names: Promise<ReadonlyMap<string, string>>
}

/** What is collected, by the business. */
const collecting = new Map<string, Batch>()

/**
 * A member's name, whatever their status; empty for somebody who never was one. Many that are asked
 * for at once are one request.
 */
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

/** The name of a member; empty until it is known, and where there is none to ask for. */
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
