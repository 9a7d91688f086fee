import { setImmediate as breathe } from 'node:timers/promises'
import { AV_NOPTS_VALUE, AVERROR_EOF, AVSEEK_FLAG_BACKWARD } from 'node-av/constants'
import type { FormatContext, Packet, Stream } from 'node-av/lib'
import { unreadable } from './failures.ts'
import { Encoding } from './node-av-encoding.ts'
import { checked, MICROSECONDS, newPacket, openInput } from './node-av-input.ts'
import { Writer } from './node-av-writer.ts'
import type { Plan, Track } from './plan.ts'
import type { Transcoded } from './tool.ts'

/** A stream of the result, encoded or copied. */
interface Lane {
  readonly done: boolean
  readonly lost: number
  push(packet: Packet | null): void
  free(): void
}

const BREATH_MS = 150
/** Metadata about the source's container, which would be wrong in another. */
const CONTAINER_NOTES = ['encoder', 'major_brand', 'minor_version', 'compatible_brands', 'creation_time']

/**
 * Executes a plan with the library, packet by packet. The calls block, since nothing else runs in
 * this process; killing the process cancels it.
 */
export async function transcode(plan: Plan, onTime: (seconds: number) => void): Promise<Transcoded> {
  const input = openInput(plan.input, plan.demuxer)
  let reached = 0
  const writer = new Writer(plan, metadataOf(input, plan), (seconds) => {
    reached = Math.max(reached, seconds)
  })
  const begin = input.startTime === AV_NOPTS_VALUE ? 0n : input.startTime
  const zero = begin + BigInt(Math.round(plan.start * MICROSECONDS))
  const lanes = new Map<number, Lane>()
  for (const [kind, track] of [
    ['', plan.video],
    ['a', plan.sound],
  ] as const) {
    const stream = track && input.streams[track.index]
    if (stream) lanes.set(stream.index, laneOf(stream, track, partFilter(plan, kind), zero, writer))
  }
  writer.complete()
  if (plan.start > 0 && plan.indexed) input.seekFrameSync(-1, zero, AVSEEK_FLAG_BACKWARD)
  const all = [...lanes.values()]
  const packet = newPacket()
  let breath = Date.now()
  let ended = 0
  while (!all.every(({ done }) => done)) {
    ended = input.readFrameSync(packet)
    if (ended < 0) break
    lanes.get(packet.streamIndex)?.push(packet)
    packet.unref()
    if (Date.now() - breath > BREATH_MS) {
      onTime(reached)
      // Lets the event loop send the progress message.
      await breathe()
      breath = Date.now()
    }
  }
  for (const lane of all) lane.push(null)
  const lost = all.reduce((sum, lane) => sum + lane.lost, 0)
  if (!writer.finish() && lost > 0) throw unreadable()
  onTime(reached)
  for (const lane of all) lane.free()
  packet.free()
  input.closeInputSync()
  return { damaged: lost > 1 || (ended < 0 && ended !== AVERROR_EOF) }
}

/** Trims to the requested range; the seek before it may land slightly early. */
function partFilter({ start, length }: Plan, kind: '' | 'a'): string {
  if (start === 0 && length === null) return ''
  return `${kind}trim=start=0${length === null ? '' : `:duration=${length.toFixed(6)}`},`
}

function laneOf(stream: Stream, track: Track, filter: string, zero: bigint, writer: Writer): Lane {
  const { num, den } = stream.timeBase
  const shift = BigInt(Math.round((Number(zero) * den) / (num * MICROSECONDS)))
  if (!track.copy) return new Encoding(stream, track, filter, shift, writer)
  const port = writer.announce()
  writer.describe(port, stream.timeBase, (made) => {
    checked(stream.codecpar.copy(made.codecpar), 'copying')
    made.codecpar.codecTag = track.tag ?? 0
    made.sampleAspectRatio = stream.sampleAspectRatio
    made.avgFrameRate = stream.avgFrameRate
  })
  return {
    done: false,
    lost: 0,
    push(packet) {
      if (!packet) return
      if (packet.pts !== AV_NOPTS_VALUE) packet.pts -= shift
      if (packet.dts !== AV_NOPTS_VALUE) packet.dts -= shift
      writer.write(port, packet)
    },
    free() {},
  }
}

/** Title, artist and so on, of the file and its audio stream, where Ogg stores them. */
function metadataOf(input: FormatContext, plan: Plan): Record<string, string> {
  if (!plan.metadata) return {}
  const ofSound = plan.sound && !plan.video ? input.streams[plan.sound.index]?.metadata?.getAll() : {}
  const all = { ...ofSound, ...input.metadata?.getAll() }
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => !CONTAINER_NOTES.includes(name.toLowerCase())),
  )
}
