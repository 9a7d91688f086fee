import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { MediaFacts } from '../../../server/engines/families/media/facts.ts'
import { ffmpegPrograms } from '../../../server/engines/families/media/ffmpeg-program.ts'
import { probedFacts } from '../../../server/engines/families/media/ffprobe.ts'
import { demuxerOf } from '../../../server/engines/families/media/make-plan.ts'
import { mediaEngines } from '../../../server/engines/families/media/module.ts'

const programs = ffmpegPrograms()
/** The full sandbox is where programs of the system's may be used. */
const hasSandbox =
  existsSync('/usr/bin/bwrap') &&
  spawnSync('/usr/bin/bwrap', ['--ro-bind', '/', '/', '--unshare-all', '/bin/true']).status === 0
const hasNodeAv = mediaEngines.engines.some(({ name, find }) => name === 'node-av' && find() !== null)

/** The engines that are here, and which one has to be left out so that it does all the work. */
export const MEDIA_ENGINES = [
  { engine: 'FFmpeg', without: ['node-av'], here: programs !== null && hasSandbox },
  { engine: 'node-av', without: ['FFmpeg'], here: hasNodeAv },
].filter(({ here }) => here)

/**
 * What is in a result: read by the system's program where it is here, whichever engine has written
 * it.
 */
export async function look(path: string, format: string): Promise<MediaFacts> {
  if (programs) {
    const args = ['-v', 'error', '-show_format', '-show_streams', '-of', 'json', path]
    return probedFacts(JSON.parse(execFileSync(programs.ffprobe, args, { encoding: 'utf8' })))
  }
  const { factsOf, openInput } = await import('../../../server/engines/families/media/node-av-input.ts')
  const input = openInput(path, demuxerOf(format))
  const facts = factsOf(input, path)
  input.closeInputSync()
  return facts
}
