import { useQueries, useQuery } from '@tanstack/react-query'
import type { OperationName } from '../../contract/contract.ts'
import type { FormatEntry, OperationEntry } from '../../contract/convert.ts'
import { FAMILY_NAMES, type Family } from '../lib/families.ts'
import { call, type Output, urlOf } from './client.ts'
import { invalidate, invalidateSoon, keyOf, q, queryClient } from './query-client.ts'

export type { FormatEntry, OperationEntry }

/** The operations of each family that has routes; a sound goes where the films go. */
const ROUTES = {
  document: {
    formats: 'listDocumentFormats',
    operations: 'listDocumentOperations',
    convert: 'convertDocument',
    validate: 'validateDocument',
  },
  image: {
    formats: 'listImageFormats',
    operations: 'listImageOperations',
    convert: 'convertImage',
    validate: 'validateImage',
  },
  font: {
    formats: 'listFontFormats',
    operations: 'listFontOperations',
    convert: 'convertFont',
    validate: 'validateFont',
  },
  video: {
    formats: 'listVideoFormats',
    operations: 'listVideoOperations',
    convert: 'convertVideo',
    validate: 'validateVideo',
  },
  model: {
    formats: 'listModelFormats',
    operations: 'listModelOperations',
    convert: 'convertModel',
    validate: 'validateModel',
  },
} as const satisfies Partial<Record<Family, Record<string, OperationName>>>

type Route = keyof typeof ROUTES
const ALL_ROUTES = Object.keys(ROUTES) as Route[]
const routeOf = (family: Family): Route => (family === 'audio' ? 'video' : family)

/** Where a file of this family is sent. */
export const convertUrl = (family: Family): string => urlOf(ROUTES[routeOf(family)].convert)

export interface Catalog {
  formats: FormatEntry[]
  operations: OperationEntry[]
}

const EMPTY: Catalog = { formats: [], operations: [] }

/** What can become what, and for how much, of all families. It changes when an operator installs an engine: seldom. */
export const useCatalog = () =>
  useQueries({
    queries: [
      ...ALL_ROUTES.map((family) => ({ ...q(ROUTES[family].formats), staleTime: 600_000 })),
      ...ALL_ROUTES.map((family) => ({ ...q(ROUTES[family].operations, {}), staleTime: 600_000 })),
    ],
    combine: combineCatalog,
  })

function combineCatalog(
  answers: { data?: unknown; isPending: boolean; error: Error | null; refetch: () => unknown }[],
) {
  const isPending = answers.some((answer) => answer.isPending)
  const catalog: Catalog = isPending
    ? EMPTY
    : {
        formats: answers
          .flatMap(({ data }) => (hasFormats(data) ? data.formats : []))
          .sort((a, b) => FAMILY_NAMES.indexOf(a.family) - FAMILY_NAMES.indexOf(b.family)),
        operations: answers.flatMap(({ data }) => (hasOperations(data) ? data.operations : [])),
      }
  return {
    catalog,
    isPending,
    error: answers.find((answer) => answer.error)?.error ?? null,
    refetch: () => {
      for (const answer of answers) if (answer.error) answer.refetch()
    },
  }
}

const hasFormats = (data: unknown): data is Output<'listDocumentFormats'> =>
  typeof data === 'object' && data !== null && 'formats' in data
const hasOperations = (data: unknown): data is Output<'listDocumentOperations'> =>
  typeof data === 'object' && data !== null && 'operations' in data

/** What a refusal says is left is newer than what is in the cache; the rest of the balance is asked for anew. */
export function writeBalance(remaining: number): void {
  queryClient.setQueryData<Output<'getDocumentCredits'>>(
    keyOf('getDocumentCredits'),
    (before) => before && { ...before, remaining },
  )
  invalidateSoon('getDocumentCredits')
}

export const useCredits = () => useQuery({ ...q('getDocumentCredits'), staleTime: 10_000 })

export async function cancelConversion(id: string): Promise<Output<'cancelConversion'>> {
  const conversion = await call('cancelConversion', { params: { conversion_id: id } })
  void invalidate('getDocumentCredits')
  return conversion
}

/** Converts originals that the service keeps: no bytes are sent. */
export function convertAgain(
  family: Family,
  parts: readonly (readonly [name: string, value: string | File])[],
  idempotencyKey: string,
): Promise<Output<'convertDocument'>> {
  const form = new FormData()
  for (const [name, value] of parts) form.append(name, value)
  return call(ROUTES[routeOf(family)].convert, {}, { form, idempotencyKey })
}

/** Fetches a file from an address; the service keeps it for a day under the key that it answers with. */
export const importUrl = (url: string): Promise<Output<'importFile'>> => call('importFile', { body: { url } })

export interface DryRun {
  family: Family
  source: string
  target: string
  operation: string
}
export type Validation = Output<'validateDocument'>

/**
 * What conversions of these kinds would be: whether they are taken on, what does them and what they cost. Asking also tells
 * the service to get the engines ready.
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

/** Puts the results of several conversions into one archive; answers with where it is downloaded. */
export async function collectZip(ids: readonly string[], filename?: string): Promise<string | null> {
  const body = { conversion_ids: [...ids], ...(filename && { filename }) }
  return (await call('collectDocuments', { body })).download_url
}
