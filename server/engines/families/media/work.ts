import { rmSync, statSync } from 'node:fs'
import { EngineFailure } from '../../kernel/engine.ts'
import type { Report, StepResult } from '../../kernel/protocol.ts'
import { plural, type Sentence, sentence } from '../../kernel/sentence.ts'
import { drawSound } from './draw-sound.ts'
import type { MediaFacts } from './facts.ts'
import { unreadable } from './failures.ts'
import { demuxerOf, makePlan, planCover, planDrawing, type Wish } from './make-plan.ts'
import type { ThumbnailOptions, WaveformOptions } from './options.ts'
import type { Plan } from './plan.ts'
import type { MediaTool } from './tool.ts'
import { writeWaveform } from './waveform.ts'

export interface MediaRequest extends Wish {
  maxPixels: number
}

/** Runs a request with either engine: probe, plan, execute, and verify the result. */
export async function work(tool: MediaTool, request: MediaRequest, report: Report): Promise<StepResult> {
  report(sentence`Reading`, null)
  const facts = await tool.probe(`in/${request.input}`, demuxerOf(request.format))
  checkSource(facts, request.maxPixels)
  if (request.operation === 'thumbnail' && !facts.video) return imageOfSound(tool, request, facts, report)
  return carryOut(tool, request, facts, makePlan(request, facts), report)
}

/** The cover of an audio file if it is readable, otherwise an image of its loudness. */
async function imageOfSound(
  tool: MediaTool,
  request: MediaRequest,
  facts: MediaFacts,
  report: Report,
): Promise<StepResult> {
  const { cover } = facts
  if (cover && cover.width * cover.height <= request.maxPixels) {
    try {
      return await carryOut(tool, request, facts, planCover(request, facts, cover), report)
    } catch (error) {
      if (!(error instanceof EngineFailure)) throw error
    }
  }
  const plan = planDrawing(request, facts)
  report(sentence`Measuring`, null)
  await tool.transcode(plan, () => {})
  report(sentence`Drawing`, null)
  const { size } = request.options as Pick<ThumbnailOptions, 'size'>
  const { width, height } = await drawSound(plan.output, 'out/result.webp', size)
  rmSync(plan.output)
  return { files: ['result.webp'], width, height, warnings: [] }
}

async function carryOut(
  tool: MediaTool,
  request: MediaRequest,
  facts: MediaFacts,
  plan: Plan,
  report: Report,
): Promise<StepResult> {
  const stage = isEncoding(plan) ? sentence`Encoding` : sentence`Copying`
  const { expected } = plan
  report(stage, expected === null ? null : 0)
  let reached = 0
  const { damaged } = await tool.transcode(plan, (seconds) => {
    if (expected === null) return
    reached = Math.max(reached, Math.min(1, seconds / expected))
    report(stage, reached)
  })
  const warnings = [
    ...leftOut(facts, plan),
    ...(damaged ? [sentence`Parts of the file are damaged and were left out.`] : []),
  ]
  if (request.operation === 'waveform') {
    report(sentence`Measuring`, null)
    const { points } = request.options as WaveformOptions
    const duration = writeWaveform(plan.output, 'out/result.json', points)
    rmSync(plan.output)
    return { files: ['result.json'], duration, warnings }
  }
  report(sentence`Checking`, null)
  const { made, empty } = await checkResult(tool, plan, request)
  if (empty === 'sound') warnings.push(sentence`The audio track is empty and was left out.`)
  if (empty === 'video') warnings.push(sentence`The video track is empty and was left out.`)
  const { video } = made
  const lasted = made.duration ?? 0
  // Rounding may drop a frame or two at the end.
  const slack = Math.max(0.3, 2 / (video?.rate ?? 25), 0.03 * (expected ?? 0))
  if (expected !== null && !damaged && lasted < expected - slack)
    warnings.push(
      sentence`The file ends after ${lasted.toFixed(1)} of ${expected.toFixed(1)} seconds: the rest is missing in the source.`,
    )
  return {
    files: [plan.output.slice('out/'.length)],
    ...(video && { width: video.width, height: video.height }),
    ...(made.duration !== null && !isStill(plan) && { duration: made.duration }),
    warnings,
  }
}

function checkSource({ video, sound }: MediaFacts, maxPixels: number): void {
  if (!video && !sound) throw unreadable()
  if (video && video.width * video.height > maxPixels) {
    throw new EngineFailure(
      'source_too_complex',
      sentence`The video is too large to be converted here: ${video.width} × ${video.height} pixels. Make it smaller first.`,
    )
  }
}

const isEncoding = ({ video, sound }: Plan) => [video, sound].some((track) => track && !track.copy)
const isStill = ({ muxer }: Plan) => muxer === 'image2pipe'

/** Parts of the source that the result lacks without a request. */
function leftOut({ others, video, cover }: MediaFacts, plan: Plan): Sentence[] {
  const warnings: Sentence[] = []
  const moving = plan.video !== null && !isStill(plan) && plan.muxer !== 'gif'
  if (others.sounds > 0 && plan.sound)
    warnings.push(
      sentence`${plural(others.sounds, '# further audio track was', '# further audio tracks were')} left out.`,
    )
  if (others.subtitles > 0 && moving)
    warnings.push(
      sentence`${plural(others.subtitles, '# subtitle track was', '# subtitle tracks were')} left out.`,
    )
  if (cover && plan.sound && !plan.video) warnings.push(sentence`The cover image was left out.`)
  if (!video && !plan.video && ['mp4', 'mov', 'webm', 'matroska', 'avi'].includes(plan.muxer))
    warnings.push(sentence`The file has no video, so the result has only audio.`)
  return warnings
}

/** Verifies the result: it must have the source's streams and a plausible duration. */
async function checkResult(
  tool: MediaTool,
  plan: Plan,
  request: MediaRequest,
): Promise<{ made: MediaFacts; empty: Kind | null }> {
  const size = statSync(plan.output, { throwIfNoEntry: false })?.size ?? 0
  if (size === 0) throw nothing()
  const made = await tool.probe(plan.output, demuxerOf(request.target)).catch(() => null)
  const missing = KINDS.filter((kind) => plan[kind] && !made?.[kind])
  const empty = made && missing.length === 1 ? await emptyTrack(tool, plan, missing[0]) : null
  const added = KINDS.some((kind) => made?.[kind] && !plan[kind])
  if (!made || added || (missing.length > 0 && !empty)) {
    throw new EngineFailure(
      'output_wrong',
      sentence`The result could not be opened again. Try another target format, or check that the file opens elsewhere.`,
    )
  }
  if (made.duration === null && !isStill(plan)) throw nothing()
  return { made, empty }
}

const KINDS = ['video', 'sound'] as const
type Kind = (typeof KINDS)[number]

/** A declared but empty track that the result lacks, if it has another; else null. */
async function emptyTrack(tool: MediaTool, plan: Plan, kind?: Kind): Promise<Kind | null> {
  const track = kind && plan[kind]
  if (!track || !plan.video || !plan.sound) return null
  return (await tool.isEmpty(plan.input, plan.demuxer, track.index)) ? kind : null
}

const nothing = () =>
  new EngineFailure(
    'output_empty',
    sentence`Nothing came out: the file has no video or audio in the chosen part. Choose another part, or check that it opens elsewhere.`,
  )
