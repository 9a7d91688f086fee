import { useMutation, useQueries, useQuery } from '@tanstack/react-query'
import type { OperationName } from '../../contract/contract.ts'
import type { FormatEntry, OperationEntry } from '../../contract/convert.ts'
import type { Family } from '../lib/families.ts'
import { call, type Output, urlOf } from './client.ts'
import { writeConversion } from './live.ts'
import { invalidate, invalidateSoon, keyOf, q, queryClient } from './query-client.ts'

export type { FormatEntry, OperationEntry }

/** The operations of each family that has routes; audio goes where video goes. */
const ROUTES = {
  document: { convert: 'convertDocument', validate: 'validateDocument' },
  image: { convert: 'convertImage', validate: 'validateImage' },
  font: { convert: 'convertFont', validate: 'validateFont' },
  video: { convert: 'convertVideo', validate: 'validateVideo' },
  model: { convert: 'convertModel', validate: 'validateModel' },
} as const satisfies Partial<Record<Family, Record<string, OperationName>>>

type Route = keyof typeof ROUTES
const routeOf = (family: Family): Route => (family === 'audio' ? 'video' : family)

/** Where a file of this family is sent. */
export const convertUrl = (family: Family): string => urlOf(ROUTES[routeOf(family)].convert)

export type Catalog = Output<'getCatalog'>

const EMPTY: Catalog = { formats: [], operations: [] }

/** Formats and operations change only when an operator installs an engine or changes a price. */
export const catalogQuery = { ...q('getCatalog'), staleTime: 600_000 }

/**
 * The formats and priced operations of every family; empty until they have arrived. Of half a
 * megabyte: not everything wants them at once.
 */
export function useCatalog(wanted = true) {
  const { data: catalog = EMPTY, isPending, error, refetch } = useQuery({ ...catalogQuery, enabled: wanted })
  return { catalog, isPending, error, refetch }
}

/**
 * What a refusal says is left is newer than what is in the cache; the rest of the balance is asked
 * for anew.
 */
export function writeBalance(remaining: number): void {
  queryClient.setQueryData<Output<'getDocumentCredits'>>(
    keyOf('getDocumentCredits'),
    (previous) => previous && { ...previous, remaining },
  )
  invalidateSoon('getDocumentCredits')
}

/** In the frame of every page, which an error is not to take away. */
export const useCredits = () =>
  useQuery({ ...q('getDocumentCredits'), staleTime: 10_000, throwOnError: false })

export const useCancelConversion = () =>
  useMutation({
    mutationFn: (conversion_id: string) => call('cancelConversion', { params: { conversion_id } }),
    onSuccess: (conversion) => {
      writeConversion(queryClient, conversion)
      void invalidate('getDocumentCredits')
    },
  })

/**
 * Converts originals that the service keeps: no bytes are sent. The queue of Convert, which
 * outlives its page, sends it.
 */
export function convertAgain(
  family: Family,
  parts: readonly (readonly [name: string, value: string | File])[],
  idempotencyKey: string,
): Promise<Output<'convertDocument'>> {
  const form = new FormData()
  for (const [name, value] of parts) form.append(name, value)
  return call(ROUTES[routeOf(family)].convert, {}, { form, idempotencyKey })
}

/**
 * Fetches a file from an address; the service keeps it for a day under the key that it answers
 * with.
 */
export const importUrl = (url: string): Promise<Output<'importFile'>> => call('importFile', { body: { url } })

export interface DryRun {
  family: Family
  source: string
  target: string
  operation: string
}
export type Validation = Output<'validateDocument'>

/**
 * What conversions of these kinds would be: whether they are taken on, what does them and what they
 * cost. Asking also tells the service to get the engines ready.
 */
export const useDryRuns = (wanted: readonly DryRun[]): (Validation | undefined)[] =>
  useQueries({
    queries: wanted.map(({ family, source, target, operation }) => ({
      queryKey: ['validate', routeOf(family), source, target, operation],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(
          ROUTES[routeOf(family)].validate,
          { body: { source_format: source, target_format: target, operation } },
          { signal },
        ),
      staleTime: 60_000,
      throwOnError: false,
      retry: false,
    })),
    combine: (answers) => answers.map(({ data }) => data),
  })

/**
 * Puts the results of several conversions into one archive; answers with where it is downloaded.
 */
export const useCollectZip = () =>
  useMutation({
    mutationFn: async (ids: readonly string[]) =>
      (await call('collectDocuments', { body: { conversion_ids: [...ids] } })).download_url,
  })
