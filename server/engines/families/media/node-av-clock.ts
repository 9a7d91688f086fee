import { AV_NOPTS_VALUE, AVMEDIA_TYPE_VIDEO } from 'node-av/constants'
import { type Frame, Rational, type Stream } from 'node-av/lib'

/**
 * Seconds by which a sound's own time may differ from the count of its samples before it is
 * believed.
 */
const JITTER = 0.05

/**
 * Says when each decoded frame begins. Video frames are taken at their word; sound is counted in
 * samples, since many containers round its times, and only a real gap moves it.
 */
export class Clock {
  /** What the times are counted in. */
  unit: Rational
  readonly #stream: Stream
  readonly #shift: bigint
  readonly #isVideo: boolean
  /** When the next frame should begin; null before the first. */
  #next: number | null = null

  /** `shift` is the source's time, in units of its stream, that becomes zero. */
  constructor(stream: Stream, shift: bigint) {
    this.#stream = stream
    this.#shift = shift
    this.#isVideo = stream.codecpar.codecType === AVMEDIA_TYPE_VIDEO
    this.unit = stream.timeBase
  }

  timeOf(frame: Frame): bigint {
    if (!this.#isVideo && this.unit.den !== frame.sampleRate) {
      if (this.#next !== null) this.#next = Math.round((this.#next * frame.sampleRate) / this.unit.den)
      this.unit = new Rational(1, frame.sampleRate)
    }
    const said = this.#said(frame)
    const next = this.#next
    const counted =
      next !== null && (said === null || (!this.#isVideo && Math.abs(said - next) < JITTER * this.unit.den))
    const time = counted ? next : (said ?? 0)
    this.#next = time + this.#length(frame)
    return BigInt(time)
  }

  /** What the frame itself says, or null. */
  #said({ bestEffortTimestamp: time }: Frame): number | null {
    if (time === AV_NOPTS_VALUE) return null
    const ticks = Number(time - this.#shift)
    if (this.#isVideo) return ticks
    const { num, den } = this.#stream.timeBase
    return Math.round((ticks * num * this.unit.den) / den)
  }

  #length(frame: Frame): number {
    if (!this.#isVideo) return frame.nbSamples
    if (frame.duration > 0n) return Number(frame.duration)
    const { num: rate, den: per } = this.#stream.avgFrameRate
    return rate > 0 ? Math.max(1, Math.round((per * this.unit.den) / (rate * this.unit.num))) : 1
  }
}
