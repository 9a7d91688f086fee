import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import type { Found } from '../../kernel/module.ts'

/** Folders of system programs, on the host and in the sandbox. */
const FOLDERS = ['/usr/local/bin', '/usr/bin']

/** The paths of ffmpeg and ffprobe, or null if one is missing. */
export function ffmpegPrograms(): { ffmpeg: string; ffprobe: string } | null {
  for (const folder of FOLDERS) {
    const programs = { ffmpeg: join(folder, 'ffmpeg'), ffprobe: join(folder, 'ffprobe') }
    try {
      for (const path of Object.values(programs)) accessSync(path, constants.X_OK)
      return programs
    } catch {
      // Not in this folder.
    }
  }
  return null
}

let found: Found | null = null

/** FFmpeg's version, detected once. */
export function findFfmpeg(): Found | null {
  const programs = ffmpegPrograms()
  if (!programs || found?.path === programs.ffmpeg) return programs && found
  const { stdout } = spawnSync(programs.ffmpeg, ['-hide_banner', '-version'], {
    encoding: 'utf8',
    timeout: 5000,
    env: {},
  })
  const version = /^ffmpeg version n?(\S+)/.exec(stdout ?? '')?.[1] ?? null
  found = { version, path: programs.ffmpeg }
  return found
}
