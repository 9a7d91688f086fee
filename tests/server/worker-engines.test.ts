import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { workers } from '../../server/core/schema.ts'
import { countWorkers } from '../../server/core/status/workers.ts'
import type { WorkerEngine } from '../../server/engines/kernel/engine.ts'
import { createHeartbeat } from '../../server/worker/heartbeat.ts'
import { signUp, startServer, type TestServer } from './harness.ts'

const engine = (name: string, features?: string[]): WorkerEngine => ({
  ...{ name, family: 'document', version: '1', supportedUntil: null },
  ...(features && { features }),
})
const IMAGES = [engine('sharp'), engine('PDFium')]
const OFFICE = [...IMAGES, engine('LibreOffice', ['text']), engine('of another version')]

let server: TestServer
beforeAll(async () => {
  server = await startServer({ ROLE: 'web' }, 'real')
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.platform.db.delete(workers)
})

const start = async (engines: WorkerEngine[], secondsAgo = 0) => {
  const seenAt = new Date(Date.now() - secondsAgo * 1000)
  await server.platform.db.insert(workers).values({
    ...{ id: randomUUID(), role: 'worker', version: 'test', engines, since: seenAt, seenAt },
    sandbox: { kind: 'bubblewrap', network: true, filesystem: true },
  })
}
/** What the web process offers of a format, once it has counted the workers. */
const offered = async (from: string) => {
  await countWorkers(server.platform)
  return server.platform.engines.operations({ from }).flatMap(({ operation, to, engine }) => {
    return operation === 'convert' ? to.map((target) => `${target} by ${engine}`) : []
  })
}

describe('a process without a worker of its own', () => {
  it('offers what the workers can do together, and says which engine is missing for the rest', async () => {
    const client = await signUp(server.url)
    const ask = async (target_format: string) => {
      const sent = await client.convert('{\\rtf1 hello}', { target_format }, { name: 'note.rtf' })
      return { ...sent.body, http: sent.status }
    }
    await start(IMAGES)
    expect(await offered('png')).toContain('webp by sharp')
    expect(await offered('docx'), 'nobody has what makes documents').toEqual([])
    expect(await ask('pdf')).toMatchObject({
      http: 400,
      code: 'unsupported_source',
      detail:
        'note.rtf is an RTF file, which this operation does not accept. It needs LibreOffice, which no worker here has. Nothing was charged.',
    })

    await start(OFFICE)
    expect(await offered('docx')).toContain('pdf by LibreOffice')
    expect(await offered('xlsx'), 'a part of the office that nobody has').toEqual([])
    expect(await ask('pdf')).toMatchObject({ http: 202 })
    expect(await ask('mp3')).toMatchObject({ http: 400, code: 'unsupported_target' })

    await start([...IMAGES, engine('LibreOffice', ['sheet']), engine('pandoc')])
    expect(await offered('xlsx')).toContain('pdf by LibreOffice')
    expect(await offered('docx'), 'one worker alone can do it').toContain('pdf by LibreOffice')
  })

  it('counts a worker until three minutes after its last heartbeat, and then the others', async () => {
    await start(IMAGES)
    await start(OFFICE, 170)
    expect(await offered('docx')).toContain('pdf by LibreOffice')
    await server.platform.db.delete(workers)
    await start(IMAGES)
    await start(OFFICE, 190)
    expect(await offered('docx')).toEqual([])
  })

  it('refuses nothing while the only worker restarts, and keeps offering what the last workers could do', async () => {
    const { db } = server.platform
    const heartbeat = createHeartbeat(server.platform, 'worker')
    await heartbeat.beat()
    const before = await offered('png')
    expect(before).toContain('webp by sharp')
    await heartbeat.end()
    expect(await db.select().from(workers), 'its row stays').toHaveLength(1)
    expect(await offered('png')).toEqual(before)

    await db.delete(workers)
    await start(IMAGES, 3600)
    expect(await offered('png')).toContain('webp by sharp')
    expect(await offered('docx'), 'its own engines do not count').toEqual([])
  })
})
