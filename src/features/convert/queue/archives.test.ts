import { zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { openArchive } from './archives.ts'

const zip = (files: Record<string, Uint8Array>) => zipSync(files, { level: 9 })
const asFile = (bytes: Uint8Array<ArrayBuffer>) => new File([bytes], 'pack.zip')

/** Sets this size for every entry, in its local header and in the central directory. */
function declaring(archive: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
  for (let at = 0; at + 30 < archive.length; at++) {
    const signature = view.getUint32(at, true)
    if (signature === 0x04034b50) view.setUint32(at + 22, size, true)
    if (signature === 0x02014b50) view.setUint32(at + 24, size, true)
  }
  return archive
}

it('takes the files out, whatever their folders', async () => {
  const { files, left } = await openArchive(
    asFile(
      zip({ 'a/one.md': new Uint8Array(10), '__MACOSX/._x': new Uint8Array(1), 'two.md': new Uint8Array(5) }),
    ),
  )
  expect(files?.map(({ name, size }) => [name, size])).toEqual([
    ['one.md', 10],
    ['two.md', 5],
  ])
  expect(left).toBe(0)
})

it('stops at what really comes out, and not at what is declared', async () => {
  const bombs = zip({ 'one.bin': new Uint8Array(500_000), 'two.bin': new Uint8Array(500_000) })
  const { files, left } = await openArchive(asFile(declaring(bombs, 10)), 100_000)
  expect(files).toEqual([])
  expect(left).toBe(2)
})

it('leaves out what has no room any more, and keeps the rest', async () => {
  const { files, left } = await openArchive(
    asFile(
      zip({ 'one.md': new Uint8Array(60), 'two.md': new Uint8Array(60), 'three.md': new Uint8Array(30) }),
    ),
    100,
  )
  expect(files?.map(({ name }) => name)).toEqual(['one.md', 'three.md'])
  expect(left).toBe(1)
})
