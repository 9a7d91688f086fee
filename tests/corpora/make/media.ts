import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { familyOf, type MadeFile } from './made-file.ts'

const VIDEO = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=10:duration=1']
const SOUND = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=44100:duration=1']
const H264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-threads', '1']

const VP8 = ['-c:v', 'libvpx', '-b:v', '50k', '-threads', '1', '-c:a', 'libvorbis']

/** By ffmpeg, without its version and the time in the file. */
function made(name: string, sources: string[], ...options: string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'filewright-corpora-'))
  try {
    const path = join(folder, name)
    const exact = [
      '-fflags',
      '+bitexact',
      '-flags:v',
      '+bitexact',
      '-flags:a',
      '+bitexact',
      '-map_metadata',
      '-1',
    ]
    execFileSync('ffmpeg', ['-v', 'error', ...sources, ...options, ...exact, path])
    return readFileSync(path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export function media(): MadeFile[] {
  const film = made('sample.mp4', [...VIDEO, ...SOUND], ...H264, '-c:a', 'aac', '-shortest')
  const malformed = Buffer.from(film)
  // A box that says it is longer than the file.
  malformed.writeUInt32BE(0x7fffffff, malformed.indexOf('free') - 4)
  return familyOf('video', [
    ['sample.mp4', film],
    ['fragmented.mp4', made('f.mp4', VIDEO, ...H264, '-movflags', 'frag_keyframe+empty_moov')],
    ['sample.mov', made('sample.mov', VIDEO, ...H264)],
    ['sample.mkv', made('sample.mkv', [...VIDEO, ...SOUND], ...H264, '-c:a', 'aac', '-shortest')],
    ['sample.webm', made('sample.webm', [...VIDEO, ...SOUND], ...VP8, '-shortest')],
    ['tone.mp3', made('tone.mp3', SOUND, '-c:a', 'libmp3lame', '-b:a', '32k')],
    [
      'tone.flac',
      made('tone.flac', ['-f', 'lavfi', '-i', 'sine=sample_rate=8000:duration=1'], '-c:a', 'flac'),
    ],
    ['malformed-box.mp4', malformed, 'either', 'a box longer than the file'],
    ['truncated.mkv', made('sample.mkv', VIDEO, ...H264).subarray(0, 900), 'either', 'truncated'],
  ])
}
