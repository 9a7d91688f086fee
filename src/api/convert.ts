import { useQueries, useQuery } from '@tanstack/react-query'
import type { OperationName } from '../../contract/contract.ts'
import type { FormatEntry, OperationEntry } from '../../contract/convert.ts'
import { FAMILY_NAMES, type Family } from '../lib/families.ts'
import { call, type Output, urlOf } from './client.ts'
import { ApiError } from './errors.ts'
import { invalidate, q } from './query-client.ts'

export type { FormatEntry, OperationEntry }

/** The operations of each family that this instance can serve. A family without a row cannot be converted here yet. */
const ROUTES = {
  document: {
    formats: 'listDocumentFormats',
    operations: 'listDocumentOperations',
    convert: 'convertDocument',
  },
  image: {
    formats: 'listImageFormats',
    operations: 'listImageOperations',
    convert: 'convertImage',
  },
} as const satisfies Partial<Record<Family, Record<string, OperationName>>>

type Served = keyof typeof ROUTES
export const SERVED_FAMILIES = Object.keys(ROUTES) as Served[]
const isServed = (family: Family): family is Served => family in ROUTES

/** Where a file of this family is sent. */
export const convertUrl = (family: Family): string | null =>
  isServed(family) ? urlOf(ROUTES[family].convert) : null

export interface Catalog {
  formats: FormatEntry[]
  operations: OperationEntry[]
}

const EMPTY: Catalog = { formats: [], operations: [] }

/** What can become what, and for how much, of all families. It changes when an operator installs an engine: seldom. */
export const useCatalog = () =>
  useQueries({
    queries: [
      ...SERVED_FAMILIES.map((family) => ({ ...q(ROUTES[family].formats), staleTime: 600_000 })),
      ...SERVED_FAMILIES.map((family) => ({ ...q(ROUTES[family].operations, {}), staleTime: 600_000 })),
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

export const useCredits = () => useQuery({ ...q('getDocumentCredits'), staleTime: 10_000 })

export async function cancelConversion(id: string): Promise<Output<'cancelConversion'>> {
  const conversion = await call('cancelConversion', { params: { conversion_id: id } })
  void invalidate('getDocumentCredits')
  return conversion
}

/** Converts an original that the service keeps: no bytes are sent. */
export function convertAgain(
  family: Family,
  fields: Record<string, string>,
  idempotencyKey: string,
): Promise<Output<'convertDocument'>> {
  if (!isServed(family)) throw new ApiError('unsupported_source', 400)
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return call(ROUTES[family].convert, {}, { form, idempotencyKey })
}
