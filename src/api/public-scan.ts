import type { OperationName } from '../../contract/contract.ts'
import type { ScanPage, ScanPageSettings, ScanSession } from '../../contract/scan.ts'
import { addEndpoints, call, type Input, type Output, pathOf } from './client.ts'
import { ApiError, errorFromAnswer, errorFromNetwork } from './errors.ts'
import { scanEndpoints } from './scan-endpoints.gen.ts'

addEndpoints(scanEndpoints)

export type { ScanPage, ScanPageSettings, ScanSession }

/** Operations that are authenticated by the pairing token. */
type PairedOperation = Exclude<keyof typeof scanEndpoints, 'pairPhone'>

/** The token of the session with this code. */
export const pairPhone = (code: string) => call('pairPhone', { body: { code } })

/** The session; with `since` the response is held until there is a newer revision. */
export const getPairedSession = (
  token: string,
  query: { since?: number; wait?: number; phone_id: string },
  signal?: AbortSignal,
) => ask('getPairedSession', token, { query }, { signal })

export const updatePairedSession = (
  token: string,
  body: { phone_id: string; name?: string; page_order?: string[] },
) => ask('updatePairedSession', token, {}, { body })

export interface PageChange {
  settings: ScanPageSettings
  /** The version that the change is based on. */
  version: number
  is_retake_requested?: boolean
  phone_id: string
}

export const updatePairedPage = (token: string, page_id: string, body: PageChange) =>
  ask('updatePairedPage', token, { params: { page_id } }, { body })

export const deletePairedPage = (token: string, page_id: string) =>
  ask('deletePairedPage', token, { params: { page_id } })

export const restorePairedPage = (token: string, page_id: string) =>
  ask('restorePairedPage', token, { params: { page_id } })

/** The image of a page, as bytes: an `<img>` cannot send the token. */
export async function getPairedImage(
  token: string,
  { page_id, photo_version }: Pick<ScanPage, 'page_id' | 'photo_version'>,
  variant: 'thumb' | 'page',
  signal?: AbortSignal,
): Promise<Blob> {
  const response = await send(
    'getPairedImage',
    token,
    { params: { page_id }, query: { variant, v: photo_version } },
    { signal },
  )
  if (!response.ok) throw errorFromAnswer(response.status, await bodyOf(response))
  return response.blob()
}

/** The upload path of photos; requests with progress are sent elsewhere. */
export const pairedPagesPath = () => pathOf('addPairedPage')

interface Sent {
  body?: unknown
  signal?: AbortSignal | undefined
}

/**
 * A request with the pairing token and without cookies, which could belong to an unrelated account.
 */
async function send<N extends PairedOperation>(
  name: N,
  token: string,
  input: Omit<Input<N>, 'body'>,
  { body, signal }: Sent,
): Promise<Response> {
  try {
    return await fetch(pathOf<OperationName>(name, input), {
      method: scanEndpoints[name].method,
      credentials: 'omit',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw errorFromNetwork(cause)
  }
}

async function ask<N extends PairedOperation>(
  name: N,
  token: string,
  input: Omit<Input<N>, 'body'>,
  sent: Sent = {},
): Promise<Output<N>> {
  const response = await send(name, token, input, sent)
  const body = await bodyOf(response)
  if (!response.ok) throw errorFromAnswer(response.status, body)
  if (import.meta.env.DEV) {
    const { assertAnswer } = await import('./assert-answer.ts')
    assertAnswer(name, response.status, body)
  }
  return body as Output<N>
}

/**
 * The parsed body of a response; undefined if empty. HTML of a proxy is not a response of the API.
 */
async function bodyOf(response: Response): Promise<unknown> {
  const text = response.status === 204 ? '' : await response.text().catch(() => '')
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    if (response.ok) throw new ApiError('unreachable', response.status)
    return undefined
  }
}
