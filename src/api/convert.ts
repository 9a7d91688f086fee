import { useMutation, useQueries, useQuery } from '@tanstack/react-query'
import type { OperationName } from '../../contract/contract.ts'
import type { FormatEntry, OperationEntry } from '../../contract/convert.ts'
import type { Family } from '../lib/families.ts'
import { call, type Output, urlOf } from './client.ts'
import { writeConversion } from './live.ts'
import { invalidate, invalidateSoon, keyOf, q, queryClient } from './query-client.ts'

export type { FormatEntry, OperationEntry }

/** The operations of each family that has routes; audio uses the routes of video. */
const ROUTES = {
  document: { convert: 'convertDocument', validate: 'validateDocument' },
  image: { convert: 'convertImage', validate: 'validateImage' },
  font: { convert: 'convertFont', validate: 'validateFont' },
  video: { convert: 'convertVideo', validate: 'validateVideo' },
  model: { convert: 'convertModel', validate: 'validateModel' },
} as const satisfies Partial<Record<Family, Record<string, OperationName>>>

type Route = keyof typeof ROUTES
const routeOf = (family: Family): Route => (family === 'audio' ? 'video' : family)

/** The upload URL for files of this family. */
export const convertUrl = (family: Family): string => urlOf(ROUTES[routeOf(family)].convert)

export type Catalog = Output<'getCatalog'>

const EMPTY: Catalog = { formats: [], operations: [] }

/**
 * Formats and operations change only when an administrator installs an engine or changes a price.
 */
export const catalogQuery = { ...q('getCatalog'), staleTime: 600_000 }

/**
 * The formats and priced operations of every family; empty until loaded. About 500 KB, so it is
 * requested only when wanted.
 */
export function useCatalog(wanted = true) {
  const { data: catalog = EMPTY, isPending, error, refetch } = useQuery({ ...catalogQuery, enabled: wanted })
  return { catalog, isPending, error, refetch }
}

/** The remaining balance of an error is newer than the cache; the other fields are refetched. */
export function writeBalance(remaining: number): void {
  queryClient.setQueryData<Output<'getDocumentCredits'>>(
    keyOf('getDocumentCredits'),
    (previous) => previous && { ...previous, remaining },
  )
  invalidateSoon('getDocumentCredits')
}

/** Rendered on every page, so an error must not replace the page. */
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
 * Converts stored originals without uploading them. The upload queue sends it, so that it outlives
 * the page.
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

/** Imports a file from a URL; the server keeps it for a day under the returned key. */
export const importUrl = (url: string): Promise<Output<'importFile'>> => call('importFile', { body: { url } })

export interface DryRun {
  family: Family
  source: string
  target: string
  operation: string
}
export type Validation = Output<'validateDocument'>

/**
 * Dry runs of conversions: whether they are accepted, their engine and their price. The request
 * also lets the server warm up the engines.
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

/** Packs the results of several conversions into one archive; resolves to its download URL. */
export const useCollectZip = () =>
  useMutation({
    mutationFn: async (ids: readonly string[]) =>
      (await call('collectDocuments', { body: { conversion_ids: [...ids] } })).download_url,
  })
