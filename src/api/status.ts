import { useQuery } from '@tanstack/react-query'
import { q } from './query-client.ts'

export const useHealth = () => useQuery({ ...q('getHealth'), refetchInterval: 60_000 })
