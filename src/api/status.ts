import { useQuery } from '@tanstack/react-query'
import type { Output } from './client.ts'
import { polled } from './polling.ts'
import { q } from './query-client.ts'

export type ServiceStatus = Output<'getStatus'>
export type PartStatus = ServiceStatus['parts'][number]
export type StatusDay = PartStatus['days'][number]
export type StatusIncident = ServiceStatus['incidents'][number]

export const useHealth = () => useQuery({ ...q('getHealth'), ...polled(() => 60_000) })

export const useStatus = () => useQuery({ ...q('getStatus'), ...polled(() => 30_000) })
