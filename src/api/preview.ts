import { useQuery } from '@tanstack/react-query'
import type { FontFacts } from '../../contract/font-inspection.ts'
import { urlOf } from './client.ts'
import { ApiError, errorFromAnswer, errorFromNetwork } from './errors.ts'
import { q } from './query-client.ts'

export type { FontFacts }

/** The URL of a conversion's original; of the first one, if there are several. */
export const originalUrl = (id: string): string =>
  urlOf('downloadOriginal', { params: { conversion_id: id } })

/** A thumbnail of the result, or of the original; 404 where no engine can render one. */
export const thumbnailUrl = (id: string): string => urlOf('getThumbnail', { params: { conversion_id: id } })

/** The path of an own URL: previews load from the page's origin, whatever host the URL names. */
export function ownPath(address: string): string {
  const { pathname, search } = new URL(address, location.href)
  return pathname + search
}

/**
 * The metadata of a stored font. The key is an original's or a result's; without one nothing is
 * requested.
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
  /** The last byte, inclusive. */
  to: number
}

/** A file's bytes, all or a range. @throws ApiError, or the signal's reason when aborted */
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

/** A server may respond with the whole file to a range request. */
async function wanted(response: Response, part: Part | undefined): Promise<ArrayBuffer> {
  const bytes = await response.arrayBuffer()
  return part && response.status === 200 ? bytes.slice(part.from, part.to + 1) : bytes
}

/** A file's bytes while a component uses them: they are large, so they leave the cache early. */
export const useFileBytes = (url: string | null, part?: Part) =>
  useQuery<ArrayBuffer, ApiError>({
    queryKey: ['bytes', url, part?.from, part?.to],
    queryFn: ({ signal }) => fetchBytes(url ?? '', signal, part),
    enabled: url !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 30_000,
    throwOnError: false,
    // Bytes are compared by identity: a deep comparison of a video takes longer than it saves.
    structuralSharing: false,
  })
