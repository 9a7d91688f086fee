import { z } from 'zod'
import { thumbnailSize } from '../../kernel/thumbnail-size.ts'

const moment = (title: string, description: string) =>
  z.number().min(0).max(86_400).multipleOf(0.001).meta({ title, description })
const part = {
  start: moment('Start', 'In seconds; 0 is the beginning.').default(0),
  end: moment('End', 'In seconds from the beginning of the file; 0 is the end.').default(0),
}
const side = (most: number, title: string, description: string) =>
  z.int().min(16).max(most).optional().meta({ title, description })
const offset = (title: string) =>
  z.int().min(0).max(16_384).optional().meta({ title, description: 'In pixels of the image as it is seen.' })
const crop = {
  crop_x: offset('Crop X'),
  crop_y: offset('Crop Y'),
  crop_width: side(16_384, 'Crop width', 'In pixels; taken before rotating and resizing.'),
  crop_height: side(16_384, 'Crop height', 'In pixels.'),
}
const rotate = z.literal([0, 90, 180, 270]).default(0).meta({
  title: 'Rotate',
  description: 'Degrees clockwise, after the orientation from the camera is applied.',
})
/** Video metadata tells place and device, audio metadata the artist; hence two defaults. */
const stripMetadata = (byDefault: boolean, description: string) =>
  z.boolean().default(byDefault).meta({ title: 'Remove metadata', description })
const bitrates = ['auto', '64', '96', '128', '160', '192', '256', '320'] as const
const bitrate = (title: string) =>
  z.enum(bitrates).default('auto').meta({
    title,
    description:
      'In kbit/s. Auto copies the audio if the format supports it, and picks a good bitrate otherwise.',
  })

const videoOptions = {
  quality: z.enum(['auto', 'high', 'balanced', 'small']).default('auto').meta({
    title: 'Quality',
    description:
      'Auto copies the video without loss if the format supports it and nothing has to change; otherwise it is balanced.',
  }),
  resolution: z
    .enum(['keep', '2160p', '1440p', '1080p', '720p', '480p', '360p'])
    .default('keep')
    .meta({ title: 'Resolution', description: 'The shorter side in pixels. Videos are never upscaled.' }),
  width: side(7680, 'Width', 'In pixels, at most; instead of a resolution. The proportions are kept.'),
  height: side(4320, 'Height', 'In pixels, at most; instead of a resolution. The proportions are kept.'),
  fps: z
    .enum(['keep', '60', '50', '30', '25', '24', '15', '10'])
    .default('keep')
    .meta({ title: 'Frames per second' }),
  ...part,
  ...crop,
  rotate,
  mute: z.boolean().default(false).meta({ title: 'Remove audio' }),
  audio_bitrate: bitrate('Audio quality'),
  strip_metadata: stripMetadata(true, 'Removes title, location and camera.'),
}
const codec = <const Codecs extends readonly [string, ...string[]]>(codecs: Codecs, description: string) =>
  z.enum(codecs).default(codecs[0]).meta({ title: 'Codec', description })

const sound = {
  ...part,
  channels: z
    .enum(['keep', 'mono', 'stereo'])
    .default('keep')
    .meta({ title: 'Channels', description: 'MP3, OGG and Opus hold two at most.' }),
  normalize: z
    .boolean()
    .default(false)
    .meta({ title: 'Normalize loudness', description: 'To −16 LUFS, the podcast standard.' }),
  strip_metadata: stripMetadata(false, 'Removes title, artist and other tags.'),
}
const sample_rate = z
  .enum(['keep', '8000', '16000', '22050', '44100', '48000'])
  .default('keep')
  .meta({ title: 'Sample rate', description: 'In hertz.' })
const bit_depth = z.enum(['16', '24']).default('16').meta({ title: 'Bits per sample' })

const moving = { ...part, ...crop, rotate }
const still = {
  at: moment('Moment', 'In seconds. By default a representative frame near the beginning.').optional(),
  width: side(7680, 'Width', 'In pixels, at most.'),
}
const quality = (byDefault: number) =>
  z
    .int()
    .min(1)
    .max(100)
    .default(byDefault)
    .meta({ title: 'Quality', description: 'From 1, smallest, to 100, best.' })

export const VIDEO_OPTIONS = {
  mp4: z.strictObject({
    codec: codec(['h264', 'hevc', 'av1'], 'H.264 plays everywhere; HEVC and AV1 are smaller and slower.'),
    ...videoOptions,
  }),
  mov: z.strictObject({ codec: codec(['h264', 'hevc'], 'H.264 plays everywhere.'), ...videoOptions }),
  mkv: z.strictObject({
    codec: codec(['auto', 'h264', 'hevc', 'av1', 'vp9'], 'Auto keeps the codec, or converts to H.264.'),
    ...videoOptions,
  }),
  webm: z.strictObject({ codec: codec(['vp9', 'av1'], 'VP9 plays in every browser.'), ...videoOptions }),
  avi: z.strictObject(videoOptions),
} as const

export const GIF_OPTIONS = z.strictObject({
  width: z
    .int()
    .min(16)
    .max(1920)
    .default(480)
    .meta({ title: 'Width', description: 'In pixels, at most. The proportions are kept.' }),
  fps: z.int().min(1).max(50).default(12).meta({ title: 'Frames per second' }),
  colours: z.int().min(4).max(256).default(256).meta({ title: 'Colors' }),
  loop: z.boolean().default(true).meta({ title: 'Loop' }),
  ...moving,
})

export const STILL_OPTIONS = {
  jpg: z.strictObject({ ...still, quality: quality(85) }),
  png: z.strictObject(still),
  webp: z.strictObject({ ...still, quality: quality(80) }),
} as const

/** A thumbnail for lists: the same frame as a still; never enlarged. */
export const THUMBNAIL_OPTIONS = z.strictObject({
  size: thumbnailSize(480),
  at: still.at,
  quality: quality(80),
})

/** A thumbnail of audio: its cover, or its loudness. */
export const SOUND_THUMBNAIL_OPTIONS = z.strictObject({ size: thumbnailSize(480) })

export const SAMPLE_OPTIONS = z.strictObject({})

export const SOUND_OPTIONS = {
  mp3: z.strictObject({ bitrate: bitrate('Bitrate'), sample_rate, ...sound }),
  m4a: z.strictObject({ bitrate: bitrate('Bitrate'), sample_rate, ...sound }),
  ogg: z.strictObject({ bitrate: bitrate('Bitrate'), sample_rate, ...sound }),
  opus: z.strictObject({ bitrate: bitrate('Bitrate'), ...sound }),
  wav: z.strictObject({ bit_depth, sample_rate, ...sound }),
  flac: z.strictObject({ bit_depth, sample_rate, ...sound }),
} as const

export const WAVEFORM_OPTIONS = z.strictObject({
  points: z
    .int()
    .min(10)
    .max(4000)
    .default(800)
    .meta({ title: 'Points', description: 'So many pairs of the lowest and the highest value.' }),
})

export type VideoTarget = keyof typeof VIDEO_OPTIONS
export type VideoOptions = z.infer<z.ZodObject<typeof videoOptions>> & { codec?: string }
export type GifOptions = z.infer<typeof GIF_OPTIONS>
export type StillTarget = keyof typeof STILL_OPTIONS
export type StillOptions = z.infer<z.ZodObject<typeof still>> & { quality?: number }
export type SoundTarget = keyof typeof SOUND_OPTIONS
export type SoundOptions = z.infer<z.ZodObject<typeof sound>> & {
  bitrate?: (typeof bitrates)[number]
  sample_rate?: z.infer<typeof sample_rate>
  bit_depth?: z.infer<typeof bit_depth>
}
export type ThumbnailOptions = z.infer<typeof THUMBNAIL_OPTIONS>
export type WaveformOptions = z.infer<typeof WAVEFORM_OPTIONS>
