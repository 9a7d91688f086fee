import { useQuery } from '@tanstack/react-query'
import { polled } from './polling.ts'
import { q } from './query-client.ts'

export const useHealth = () => useQuery({ ...q('getHealth'), ...polled(() => 60_000) })
