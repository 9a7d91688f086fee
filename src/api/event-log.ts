import { useQuery } from '@tanstack/react-query'
import type { EventDelivery, EventRecord } from '../../contract/event-log.ts'
import type { Output } from './client.ts'
import { polled } from './polling.ts'
import { q } from './query-client.ts'
import { followDeliveries } from './webhooks.ts'

export type { EventDelivery, EventRecord }

/**
 * The newest events about an object with their deliveries, asked for again while one is on its way.
 * `version` is another one once the object has changed. Whatever goes wrong, pages do without.
 */
export const useObjectEvents = (object_id: string, version: string, enabled: boolean) =>
  useQuery({
    ...q('listEvents', { query: { object_id, page_size: 100 } }),
    queryKey: ['listEvents', object_id, version],
    // An older version's events are of the same object, and nobody else's are shown.
    placeholderData: (previous, query) => (query?.queryKey[1] === object_id ? previous : undefined),
    enabled,
    ...polled<Output<'listEvents'>>((events) =>
      followDeliveries(events?.results.flatMap(({ deliveries }) => deliveries) ?? []),
    ),
    throwOnError: false,
  })
