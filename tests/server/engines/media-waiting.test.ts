import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Plan } from '../../../server/engines/families/media/plan.ts'
import { EngineHarness } from './helpers.ts'
import { avi } from './media-files.ts'
import { MEDIA_ENGINES } from './media-look.ts'

/** Packets that are written while a track is awaited, so large that few are many bytes. */
describe.runIf(MEDIA_ENGINES.some(({ engine }) => engine === 'node-av'))('a track that is awaited', () => {
  const shop = new EngineHarness()
  beforeAll(() => shop.open({ works: false }))
  afterAll(() => shop.close())

  it('is waited for no longer than memory allows', async () => {
    const { newPacket, openInput } = await import('../../../server/engines/families/media/node-av-input.ts')
    const { Writer } = await import('../../../server/engines/families/media/node-av-writer.ts')
    const source = await avi({ seconds: 0.1, width: 6000, height: 6000, sound: false })
    const input = openInput(shop.file('a.avi', source), 'avi')
    const output = join(shop.folder, 'out.mkv')
    const plan = { muxer: 'matroska', muxerOptions: {}, output } as unknown as Plan
    const writer = new Writer(plan, {}, () => {})
    const [video, sound] = [writer.announce(), writer.announce()]
    const [stream] = input.streams
    if (!stream) throw new Error('The video has no image.')
    writer.describe(video, stream.timeBase, (made) => void stream.codecpar.copy(made.codecpar))
    writer.complete()
    const packet = newPacket()
    expect(input.readFrameSync(packet)).toBeGreaterThanOrEqual(0)
    const enough = Math.ceil((64 * 1024 * 1024) / packet.size)
    for (let count = 1; count < enough; count++) writer.write(video, packet)
    expect(existsSync(output)).toBe(false)
    for (let count = 0; count < 2; count++) writer.write(video, packet)
    expect(existsSync(output)).toBe(true)
    expect(() => writer.describe(sound, stream.timeBase, () => {})).toThrow(/begins so late/)
    expect(writer.finish()).toBe(true)
    packet.free()
    input.closeInputSync()
  })
})
