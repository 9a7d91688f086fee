import { useQuery } from '@tanstack/react-query'
import type { EventDelivery, EventRecord } from '../../contract/event-log.ts'
import type { Output } from './client.ts'
import { polled } from './polling.ts'
import { q } from './query-client.ts'
import { followDeliveries } from './webhooks.ts'

export type { EventDelivery, EventRecord }

/**
 * The newest events of an object with their deliveries, polled while a delivery is pending.
 * `version` changes when the object does. Errors never replace the page.
 */
export const useObjectEvents = (object_id: string, version: string, enabled: boolean) =>
  useQuery({
    ...q('listEvents', { query: { object_id, page_size: 100 } }),
    queryKey: ['listEvents', object_id, version],
    // Placeholder data may come from another version of the object, but never from another object.
    placeholderData: (previous, query) => (query?.queryKey[1] === object_id ? previous : undefined),
    enabled,
    ...polled<Output<'listEvents'>>((events) =>
      followDeliveries(events?.results.flatMap(({ deliveries }) => deliveries) ?? []),
    ),
    throwOnError: false,
  })
