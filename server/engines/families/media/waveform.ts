import { closeSync, openSync, readSync, statSync, writeFileSync } from 'node:fs'
import { EngineFailure } from '../../kernel/engine.ts'
import { sentence } from '../../kernel/sentence.ts'
import { WAVEFORM_RATE } from './make-plan.ts'

const BLOCK_BYTES = 1024 * 1024

/**
 * Reduces samples (16 bits, mono, `WAVEFORM_RATE` Hz) to pairs of minimum and maximum from -1 to 1,
 * and writes `{"duration": seconds, "peaks": [[low, high], …]}`. Returns the seconds.
 */
export function writeWaveform(samples: string, output: string, points: number): number {
  const { lows, highs, duration } = readPeaks(samples, points)
  const rounded = (value: number) => Math.round((value / 32_768) * 1000) / 1000
  const peaks = Array.from(lows, (low, point) => [rounded(low), rounded(highs[point] as number)])
  writeFileSync(output, JSON.stringify({ duration, peaks }))
  return duration
}

/** Peaks per part: their mean separates loud parts from soft ones with a single high peak. */
const MOMENTS = 16

/** The loudness of equally long parts of a recording: the mean of their peaks, from 0 to 1. */
export function meanHeights(samples: string, parts: number): { heights: number[]; duration: number } {
  const { lows, highs, duration } = readPeaks(samples, parts * MOMENTS)
  const heights = Array.from({ length: parts }, (_, part) => {
    const from = Math.floor((part * lows.length) / parts)
    const to = Math.max(from + 1, Math.floor(((part + 1) * lows.length) / parts))
    let sum = 0
    for (let at = from; at < to; at++) sum += (highs[at] ?? 0) - (lows[at] ?? 0)
    return sum / (to - from) / 65_536
  })
  return { heights, duration }
}

function readPeaks(samples: string, points: number) {
  const size = statSync(samples, { throwIfNoEntry: false })?.size ?? 0
  const total = Math.floor(size / 2)
  if (total === 0) {
    throw new EngineFailure(
      'output_empty',
      sentence`The file has no audio that could be drawn. Check that it plays elsewhere.`,
    )
  }
  const count = Math.min(points, total)
  const lows = new Int16Array(count).fill(32_767)
  const highs = new Int16Array(count).fill(-32_768)
  const block = Buffer.alloc(BLOCK_BYTES)
  const fd = openSync(samples, 'r')
  try {
    for (let first = 0; first < total; ) {
      const read = Math.floor(readSync(fd, block, 0, BLOCK_BYTES, first * 2) / 2)
      if (read === 0) break
      for (let sample = 0; sample < read; sample++) {
        const value = block.readInt16LE(sample * 2)
        const point = Math.floor(((first + sample) * count) / total)
        if (value < (lows[point] as number)) lows[point] = value
        if (value > (highs[point] as number)) highs[point] = value
      }
      first += read
    }
  } finally {
    closeSync(fd)
  }
  return { lows, highs, duration: total / WAVEFORM_RATE }
}
