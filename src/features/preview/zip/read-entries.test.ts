import { strToU8, zipSync } from 'fflate'
import { afterEach, expect, it, vi } from 'vitest'
import { readEntries } from './read-entries.ts'

afterEach(() => vi.unstubAllGlobals())

/** A server that supports range requests. */
function serve(bytes: Uint8Array<ArrayBuffer>) {
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: { range: string } }) => {
    const [, from = '', to = ''] = /^bytes=(\d+)-(\d+)$/.exec(headers.range) ?? []
    return new Response(bytes.slice(Number(from), Number(to) + 1), { status: 206 })
  })
  return bytes.length
}

const signal = new AbortController().signal

it('lists files by name and size, and only images that are small can be shown', async () => {
  const size = serve(
    zipSync({ 'a/b.txt': strToU8('words'), 'c.PNG': strToU8('not quite'), 'a/': [new Uint8Array(), {}] }),
  )
  const { entries, left } = await readEntries('/file.zip', size, signal)
  expect(left).toBe(0)
  expect(entries.map(({ name, bytes, image }) => [name, bytes, image !== null])).toEqual([
    ['a/b.txt', 5, false],
    ['c.PNG', 9, true],
  ])
  const blob = await entries[1]?.image?.(signal)
  expect(blob?.type).toBe('image/png')
  expect(await blob?.text()).toBe('not quite')
})

it('stops at two thousand, and says how many are left', async () => {
  const files = Object.fromEntries(Array.from({ length: 2100 }, (_, at) => [`${at}.txt`, new Uint8Array()]))
  const { entries, left } = await readEntries('/file.zip', serve(zipSync(files)), signal)
  expect([entries.length, left]).toEqual([2000, 100])
})

it('gives an image up that nobody waits for', async () => {
  const size = serve(zipSync({ 'c.png': strToU8('not quite') }))
  const { entries } = await readEntries('/file.zip', size, signal)
  await expect(entries[0]?.image?.(AbortSignal.abort())).rejects.toThrow()
})

it('throws what is no ZIP', async () => {
  const size = serve(new Uint8Array(500))
  await expect(readEntries('/file.zip', size, signal)).rejects.toThrow()
})
