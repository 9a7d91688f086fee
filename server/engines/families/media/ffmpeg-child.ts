import { spawn } from 'node:child_process'
import { serve } from '../../kernel/child-serve.ts'
import { EngineFailure } from '../../kernel/engine.ts'
import { sentence } from '../../kernel/sentence.ts'
import { mediaFailure } from './failures.ts'
import { ffmpegArguments } from './ffmpeg-arguments.ts'
import { ffmpegPrograms } from './ffmpeg-program.ts'
import { type ProbeAnswer, probedFacts } from './ffprobe.ts'
import type { MediaTool } from './tool.ts'
import { type MediaRequest, work } from './work.ts'

const programs = ffmpegPrograms()
const KEPT_CHARACTERS = 8000

/** Runs ffprobe on a file with a fixed demuxer and only the file protocol. */
async function ask<Answer>(path: string, demuxer: string, ...questions: string[]): Promise<Answer> {
  const { code, said, complaints } = await run('ffprobe', [
    ...['-v', 'error', '-protocol_whitelist', 'file,pipe', '-f', demuxer],
    ...[...questions, '-of', 'json', '-i', `file:${path}`],
  ])
  if (code !== 0) throw mediaFailure(complaints)
  return JSON.parse(said) as Answer
}

const tool: MediaTool = {
  async probe(path, demuxer) {
    return probedFacts(await ask<ProbeAnswer>(path, demuxer, '-show_format', '-show_streams'))
  },

  async isEmpty(path, demuxer, index) {
    const only = ['-select_streams', String(index), '-count_packets']
    const count = ['-show_entries', 'stream=nb_read_packets']
    const { streams = [] } = await ask<{ streams?: { nb_read_packets?: string }[] }>(
      path,
      demuxer,
      ...only,
      ...count,
    )
    return !(Number(streams[0]?.nb_read_packets) > 0)
  },

  async transcode(plan, onTime) {
    let unread = ''
    const { code, complaints } = await run('ffmpeg', ffmpegArguments(plan), (text) => {
      const lines = (unread + text).split('\n')
      unread = lines.pop() ?? ''
      for (const line of lines) {
        const [name, value] = line.split('=')
        if (name === 'out_time_us' && Number(value) > 0) onTime(Number(value) / 1_000_000)
      }
    })
    if (code !== 0) throw mediaFailure(complaints)
    if (complaints) process.stderr.write(`${complaints.slice(0, 1000)}\n`)
    const lost = complaints.match(/error while decoding|corrupt|truncated|partial file/gi)?.length ?? 0
    // One unreadable packet is common at a cut and inaudible.
    return { damaged: lost > 1 }
  },
}

/** Runs ffmpeg or ffprobe; streams its output to `onText`, or collects it. */
function run(
  program: 'ffmpeg' | 'ffprobe',
  args: string[],
  onText?: (text: string) => void,
): Promise<{ code: number | null; said: string; complaints: string }> {
  return new Promise((resolve, reject) => {
    if (!programs) {
      reject(
        new EngineFailure(
          'engine_unavailable',
          sentence`This conversion is no longer available on this server.`,
        ),
      )
      return
    }
    const child = spawn(programs[program], args, { stdio: ['ignore', 'pipe', 'pipe'], env: {} })
    let said = ''
    let complaints = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (onText) onText(text)
      else said += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (complaints.length < KEPT_CHARACTERS) complaints += text.slice(0, KEPT_CHARACTERS)
    })
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (signal === 'SIGXFSZ') complaints += 'File too large'
      resolve({ code, said, complaints })
    })
  })
}

await serve<MediaRequest>({
  // Each job starts the program anew; a first run loads its libraries into the page cache.
  async warm() {
    await run('ffmpeg', ['-version'])
  },
  run: (request, report) => work(tool, request, report),
})
