import type { Family } from '../../../../contract/families.ts'
import { npmPackage, workerProgramAt } from '../../kernel/engine-package.ts'
import { conversion, operation } from '../../kernel/entry.ts'
import type { CatalogEntry, Engine, EngineModule, Installed } from '../../kernel/module.ts'
import { packageFolder } from '../../kernel/packages.ts'
import { LOOK_LIMITS, MEDIA_LIMITS, type MediaKinds, mediaJob } from './convert.ts'
import { findFfmpeg } from './ffmpeg-program.ts'
import {
  GIF_OPTIONS,
  SAMPLE_OPTIONS,
  SOUND_OPTIONS,
  SOUND_THUMBNAIL_OPTIONS,
  STILL_OPTIONS,
  THUMBNAIL_OPTIONS,
  VIDEO_OPTIONS,
  WAVEFORM_OPTIONS,
} from './options.ts'

const VIDEO_FORMATS = ['mp4', 'mov', 'm4v', 'mkv', 'webm', 'avi', 'wmv', 'flv', 'ogv', 'mpg', 'ts', '3gp']
const SOUNDS = ['mp3', 'm4a', 'aac', 'wav', 'flac', 'ogg', 'opus', 'amr', 'wma', 'aiff']

const ffmpeg: Engine = {
  name: 'FFmpeg',
  family: 'video',
  licence: 'GPL-2.0-or-later',
  adds: 'video and audio, with less memory and processor time than the built-in engine',
  install: 'apt install ffmpeg',
  system: true,
  find: findFfmpeg,
}

const wrapper = npmPackage('node-av', {
  name: 'node-av',
  family: 'video',
  licence: 'GPL-3.0-or-later',
  adds: 'video and audio without a program of the system’s',
})

const nodeAv: Engine = {
  ...wrapper,
  // The native library is a separate package that doesn't exist for some systems.
  find: () => (packageFolder(`@seydx/node-av-${process.platform}-${process.arch}`) ? wrapper.find() : null),
}

/** The engines for large and for small files; null if neither is installed. */
function chosen(installed: Installed): { engine: string; kinds: MediaKinds } | null {
  const small = installed.has(nodeAv.name) ? 'node-av' : 'ffmpeg'
  if (installed.has(ffmpeg.name)) return { engine: ffmpeg.name, kinds: { small, large: 'ffmpeg' } }
  return installed.has(nodeAv.name) ? { engine: nodeAv.name, kinds: { small, large: 'node-av' } } : null
}

export const mediaEngines: EngineModule = {
  engines: [ffmpeg, nodeAv],

  entries(installed) {
    const choice = chosen(installed)
    if (!choice) return []
    const { engine, kinds } = choice
    // Starts only the child for small files in advance: large files take much longer than a start.
    const shared = { engine, kinds: [kinds.small], limits: MEDIA_LIMITS, run: mediaJob(kinds) }
    const into = (family: Family, from: readonly string[], schemas: Record<string, CatalogEntry['schema']>) =>
      Object.entries(schemas).map(([target, schema]) =>
        conversion({ ...shared, family, from, target, schema }),
      )
    const quick = { ...shared, limits: LOOK_LIMITS }
    const looks = (
      family: Family,
      from: readonly string[],
      given: { sample: string; thumbnail: CatalogEntry['schema'] },
    ) => {
      const source = { family, from }
      return [
        operation({
          ...quick,
          ...source,
          operation: 'thumbnail',
          label: 'Create thumbnail',
          to: ['webp'],
          schema: given.thumbnail,
        }),
        operation({
          ...quick,
          ...source,
          operation: 'sample',
          label: 'Create preview clip',
          to: [given.sample],
          schema: SAMPLE_OPTIONS,
        }),
        operation({
          ...shared,
          ...source,
          operation: 'waveform',
          label: 'Create waveform',
          to: ['json'],
          schema: WAVEFORM_OPTIONS,
        }),
      ]
    }
    // The target may equal the source format: to trim, shrink or strip metadata.
    return [
      ...into('video', VIDEO_FORMATS, {
        ...VIDEO_OPTIONS,
        gif: GIF_OPTIONS,
        ...STILL_OPTIONS,
        ...SOUND_OPTIONS,
      }),
      ...into('audio', SOUNDS, SOUND_OPTIONS),
      ...into('image', ['gif'], { mp4: VIDEO_OPTIONS.mp4, webm: VIDEO_OPTIONS.webm }),
      ...looks('video', VIDEO_FORMATS, { sample: 'mp4', thumbnail: THUMBNAIL_OPTIONS }),
      ...looks('audio', SOUNDS, { sample: 'mp3', thumbnail: SOUND_THUMBNAIL_OPTIONS }),
    ]
  },

  workerPrograms(installed) {
    const choice = chosen(installed)
    if (!choice) return []
    return [...new Set(Object.values(choice.kinds))].map((kind) => ({
      ...workerProgramAt(kind, 'media', `${kind}-child.ts`),
      limits: MEDIA_LIMITS,
      spawns: kind === 'ffmpeg',
      onDemand: kind !== choice.kinds.small,
    }))
  },
}
