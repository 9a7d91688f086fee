import { useQuery } from '@tanstack/react-query'
import { call } from './client.ts'

/** As many as one request may name. */
const MOST = 100
/** A list draws its rows at once: what they ask for is put into one question. */
const TOGETHER_MS = 15

const asked = new Map<string, Map<string, ((name: string) => void)[]>>()

/** A member's name, whatever their status; empty for somebody who never was one. Many that are asked for at once are one request. */
function nameOf(business_id: string, id: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const waiting = asked.get(business_id) ?? new Map<string, ((name: string) => void)[]>()
    if (!asked.has(business_id)) {
      asked.set(business_id, waiting)
      setTimeout(() => void ask(business_id).catch(reject), TOGETHER_MS)
    }
    waiting.set(id, [...(waiting.get(id) ?? []), resolve])
  })
}

async function ask(business_id: string): Promise<void> {
  const waiting = asked.get(business_id)
  asked.delete(business_id)
  const ids = [...(waiting?.keys() ?? [])]
  for (let from = 0; from < ids.length; from += MOST) {
    const some = ids.slice(from, from + MOST)
    const { results } = await call('listBusinessUsers', {
      params: { business_id },
      query: { ids: some.join(','), page_size: MOST },
    })
    const names = new Map(results.map(({ user_id, name }) => [user_id, name]))
    for (const id of some) for (const resolve of waiting?.get(id) ?? []) resolve(names.get(id) ?? '')
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
