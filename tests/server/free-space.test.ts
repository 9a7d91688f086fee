import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requireFreeSpace } from '../../server/core/free-space.ts'
import { signUp, startServer, type TestServer } from './harness.ts'

const MORE_THAN_ANY_DISK = 1e18

describe('the floor of free space', () => {
  const disk = (minFreeBytes: number | null) => ({ uploads: tmpdir(), minFreeBytes })

  it('is kept by what is about to come, and half of it by what was let in', async () => {
    await requireFreeSpace(disk(0))
    const full = { name: 'StorageFull' }
    await expect(requireFreeSpace(disk(MORE_THAN_ANY_DISK))).rejects.toMatchObject(full)
    await expect(requireFreeSpace(disk(0), MORE_THAN_ANY_DISK)).rejects.toMatchObject(full)
    await expect(requireFreeSpace(disk(null), MORE_THAN_ANY_DISK)).rejects.toMatchObject(full)
    await requireFreeSpace(disk(MORE_THAN_ANY_DISK), 0, 0)
  })

  it('stops a stream while it is being written', () => {
    const mounts =
      process.getuid?.() === 0 ? ['unshare', '--mount'] : ['unshare', '--user', '--map-root-user', '--mount']
    const module = join(import.meta.dirname, '../../server/core/free-space.ts')
    // 400 MB in memory with a floor of 100: what is written must end between 300 MB and one look
    // before.
    const program = `
      import { open } from 'node:fs/promises'
      const { freeSpaceGuard } = await import(${JSON.stringify(module)})
      const guard = freeSpaceGuard({ uploads: process.env.DISK, minFreeBytes: 100e6 })
      const file = await open(process.env.DISK + '/upload', 'w')
      let size = 0
      const piece = Buffer.alloc(1e6)
      try {
        for (;;) {
          await guard(piece.length)
          await file.writeFile(piece)
          size += piece.length
        }
      } catch (error) {
        console.log(JSON.stringify([error.name, size]))
      }`
    const script = 'mount -t tmpfs -o size=400m tmpfs "$DISK" && exec "$@"'
    const [command = '', ...args] = [...mounts, 'sh', '-c', script, 'sh', process.execPath]
    const { stdout, stderr } = spawnSync(command, [...args, '--input-type=module', '-e', program], {
      encoding: 'utf8',
      env: { ...process.env, DISK: import.meta.dirname },
    })
    expect(stderr).toBe('')
    const [name, size] = JSON.parse(stdout)
    expect(name).toBe('StorageFull')
    expect(size).toBeGreaterThan(200e6)
    expect(size).toBeLessThan(400e6)
  })
})

describe('a server without free space', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ CONCURRENCY: '1' })
  })
  afterAll(() => server.stop())

  it('fails a conversion free of charge, and runs the next one once there is room', async () => {
    const me = await signUp(server.url)
    const first = await me.convert('hold disk')
    await server.held.started('hold disk')
    const second = await me.convert('too much')
    const { settings } = server.platform
    const floor = settings.minFreeBytes
    settings.minFreeBytes = MORE_THAN_ANY_DISK
    server.held.release('disk')
    expect(await me.wait(first.body.id)).toMatchObject({ status: 'completed' })
    expect(await me.wait(second.body.id)).toMatchObject({
      status: 'failed',
      error: { code: 'storage_full' },
      credits_charged: 0,
    })
    settings.minFreeBytes = floor
    const third = await me.convert('fits')
    expect(await me.wait(third.body.id)).toMatchObject({ status: 'completed' })
  })

  it('takes no more of an upload in pieces, and goes on with it once there is room', async () => {
    const me = await signUp(server.url)
    const { settings } = server.platform
    const floor = settings.minFreeBytes
    const UPLOADS = '/api/v1/user/storage/uploads/'
    const begin = () => me.json('POST', UPLOADS, { file_name: 'a.bin', size_bytes: 8 })
    const { body } = await begin()
    const append = async () => {
      const response = await me.fetch(`${UPLOADS}${body.upload_id}/?offset=0`, {
        method: 'PATCH',
        body: 'complete',
        headers: { 'content-type': 'application/octet-stream' },
      })
      return { status: response.status, body: (await response.json()) as { code?: string; file?: object } }
    }
    settings.minFreeBytes = MORE_THAN_ANY_DISK
    const full = { status: 507, body: { code: 'storage_full' } }
    expect(await begin()).toMatchObject(full)
    expect(await append()).toMatchObject(full)
    settings.minFreeBytes = floor
    expect(await append()).toMatchObject({ status: 200, body: { file: expect.any(Object) } })
  })
})
