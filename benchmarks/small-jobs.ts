import sharp from 'sharp'
import type { Customer } from './client.ts'
import { followAll } from './follower.ts'

const OPTIONS = { target_format: 'webp', options: JSON.stringify({ quality: 80, effort: 0 }) }
/** Concurrent requests. */
export const CLIENTS = 8

/**
 * Prepares jobs with images so small that their conversion takes almost no time, with an API key.
 * @returns a function that sends `count` jobs and resolves when all have completed. It throws if
 * one fails.
 */
export async function smallJobs(customer: Customer): Promise<(count: number) => Promise<void>> {
  const { key } = await customer.post('/api/v1/user/api-keys/', { name: 'bench', scopes: ['convert:write'] })
  const pixels = { width: 16, height: 16, channels: 3 as const, background: '#2a6' }
  const file = new File([new Uint8Array(await sharp({ create: pixels }).png().toBuffer())], 'small.png')
  return async (count) => {
    const ids: string[] = []
    let left = count
    const client = async () => {
      while (left-- > 0) ids.push(await convert(customer.url, String(key), file))
    }
    await Promise.all(Array.from({ length: CLIENTS }, client))
    const done = await followAll(customer, ids)
    if (done.some(({ status }) => status !== 'completed')) throw new Error('a conversion failed')
  }
}

async function convert(url: string, key: string, file: File): Promise<string> {
  const body = new FormData()
  for (const [name, value] of Object.entries(OPTIONS)) body.append(name, value)
  body.append('file', file)
  const response = await fetch(new URL('/api/v1/convert/image/convert/', url), {
    ...{ method: 'POST', body, headers: { authorization: `Bearer ${key}` } },
  })
  if (response.status !== 202) throw new Error(`${response.status}: ${await response.text()}`)
  return ((await response.json()) as { id: string }).id
}
