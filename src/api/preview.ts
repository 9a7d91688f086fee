import { useQuery } from '@tanstack/react-query'
import type { FontFacts } from '../../contract/font-inspection.ts'
import { urlOf } from './client.ts'
import { ApiError, errorFromAnswer, errorFromNetwork } from './errors.ts'
import { q } from './query-client.ts'

export type { FontFacts }

/** Where the original of a conversion is; the first, where there were several. */
export const originalUrl = (id: string): string =>
  urlOf('downloadOriginal', { params: { conversion_id: id } })

/** A thumbnail of the result, or of the original; not found where nothing can draw one. */
export const thumbnailUrl = (id: string): string => urlOf('getThumbnail', { params: { conversion_id: id } })

/**
 * The path of an address of ours: what is looked at comes from where the page comes from, whatever
 * name that has.
 */
export function ownPath(address: string): string {
  const { pathname, search } = new URL(address, location.href)
  return pathname + search
}

/**
 * All that a stored font says of itself. The key is of an original or of a result; without one
 * nothing is asked.
 */
export const useFontInspection = (key: string | null) =>
  useQuery({
    ...q('inspectStoredFont', { query: { s3_key: key ?? '' } }),
    enabled: key !== null,
    // The file under a key never changes.
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: false,
  })

export interface Part {
  from: number
  /** The last byte, counted in. */
  to: number
}

/**
 * A file's bytes, all or a part of them. @throws ApiError, or the signal's reason when it was given
 * up
 */
export async function fetchBytes(url: string, signal?: AbortSignal, part?: Part): Promise<ArrayBuffer> {
  let response: Response
  try {
    response = await fetch(url, {
      credentials: 'same-origin',
      ...(part && { headers: { range: `bytes=${part.from}-${part.to}` } }),
      ...(signal && { signal }),
    })
    if (response.ok) return await wanted(response, part)
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw cause instanceof ApiError ? cause : errorFromNetwork(cause)
  }
  throw errorFromAnswer(response.status, await response.json().catch(() => undefined))
}

/** A service may answer with the whole file where a part was asked for. */
async function wanted(response: Response, part: Part | undefined): Promise<ArrayBuffer> {
  const bytes = await response.arrayBuffer()
  return part && response.status === 200 ? bytes.slice(part.from, part.to + 1) : bytes
}

/**
 * A file's bytes for as long as they are looked at: they are large, so the cache soon lets go of
 * them.
 */
export const useFileBytes = (url: string | null, part?: Part) =>
  useQuery<ArrayBuffer, ApiError>({
    queryKey: ['bytes', url, part?.from, part?.to],
    queryFn: ({ signal }) => fetchBytes(url ?? '', signal, part),
    enabled: url !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
    throwOnError: false,
    // Bytes are compared by identity: comparing a video's for what changed takes longer than it
    // saves.
    structuralSharing: false,
  })
