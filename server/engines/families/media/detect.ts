import { isoMediaFormat } from './iso-media.ts'

/**
 * The video or audio format of a file's bytes, or null; `claimed` is the format of its name.
 * Playlists and scripts are text and never media, whatever their name.
 */
export function mediaFormat(head: Buffer, claimed: string | null, path: string): string | null {
  const start = head.toString('latin1', 0, 16)
  if (start.startsWith('RIFF') || start.startsWith('RF64')) return riffFormat(start.slice(8, 12))
  if (start.startsWith('\x1aE\xdf\xa3')) return matroskaFormat(head)
  if (start.startsWith('OggS')) return oggFormat(head)
  if (start.startsWith('fLaC')) return 'flac'
  if (start.startsWith('#!AMR')) return 'amr'
  if (start.startsWith('FLV\x01')) return 'flv'
  if (start.startsWith('FORM') && /^AIF[FC]$/.test(start.slice(8, 12))) return 'aiff'
  if (start.startsWith('\x00\x00\x01\xba')) return 'mpg'
  if (start.startsWith('0&\xb2u\x8ef\xcf\x11')) return asfFormat(head)
  if (isTransportStream(head)) return 'ts'
  if (start.startsWith('ID3')) return taggedFormat(head, claimed)
  return isoMediaFormat(head, claimed, path) ?? rawSound(head)
}

function riffFormat(kind: string): string | null {
  return { 'AVI ': 'avi', AVIX: 'avi', WAVE: 'wav' }[kind] ?? null
}

/** Matroska's first element names the document type; WebM is a subset of Matroska. */
function matroskaFormat(head: Buffer): string | null {
  const at = head.subarray(0, 4096).indexOf(Buffer.from([0x42, 0x82]))
  if (at < 0) return null
  const type = head.toString('latin1', at + 3, at + 11)
  return type.startsWith('webm') ? 'webm' : type.startsWith('matroska') ? 'mkv' : null
}

/** The first pages of an Ogg file name the codec of each stream. */
function oggFormat(head: Buffer): string {
  const pages = head.toString('latin1', 0, 8192)
  if (pages.includes('\x80theora')) return 'ogv'
  return pages.slice(0, 512).includes('OpusHead') ? 'opus' : 'ogg'
}

/** The GUID of a video's stream properties. Without it the file is audio only. */
const ASF_VIDEO = Buffer.from('c0ef19bc4d5bcf11a8fd00805f5c442b', 'hex')
const asfFormat = (head: Buffer) => (head.includes(ASF_VIDEO) ? 'wmv' : 'wma')

/** Packets of 188 bytes with the same sync byte; cameras add a 4-byte timestamp before each. */
function isTransportStream(head: Buffer): boolean {
  return [
    [188, 0],
    [192, 4],
  ].some(([packet = 188, first = 0]) =>
    [0, 1, 2, 3, 4].every((count) => head[first + count * packet] === 0x47),
  )
}

/** The format after an ID3 tag; if a cover exceeds the bytes read, the name decides. */
function taggedFormat(head: Buffer, claimed: string | null): string {
  const bytes = [6, 7, 8, 9].map((at) => (head[at] ?? 0) & 0x7f)
  const length = 10 + bytes.reduce((sum, byte) => sum * 128 + byte, 0)
  const behind = head.subarray(length)
  if (behind.toString('latin1', 0, 4) === 'fLaC') return 'flac'
  return rawSound(behind) ?? (claimed === 'aac' || claimed === 'flac' ? claimed : 'mp3')
}

/** MP3 and AAC without a container: a frame header, followed by another one after its length. */
function rawSound(head: Buffer): 'mp3' | 'aac' | null {
  for (const [format, frameLength] of [
    ['mp3', mpegFrame],
    ['aac', adtsFrame],
  ] as const) {
    let at = 0
    let frames = 0
    while (frames < 3) {
      const length = frameLength(head, at)
      if (length === 0) break
      at += length
      frames += 1
    }
    if (frames === 3 || (frames > 0 && at === head.length)) return format
  }
  return null
}

const LAYER_3_RATES = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 0]
const LAYER_2_RATES = [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 0]
const LOW_RATES = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160, 0]

/**
 * The length of the MPEG audio frame of layer 2 or 3 at an offset, or 0 (ISO/IEC 11172-3, 2.4.2.3).
 */
function mpegFrame(head: Buffer, at: number): number {
  if (at + 4 > head.length || head[at] !== 0xff) return 0
  const second = head[at + 1] as number
  const third = head[at + 2] as number
  const version = (second >> 3) & 3
  const layer = 4 - ((second >> 1) & 3)
  if ((second & 0xe0) !== 0xe0 || version === 1 || (layer !== 2 && layer !== 3)) return 0
  const rates = version !== 3 ? LOW_RATES : layer === 2 ? LAYER_2_RATES : LAYER_3_RATES
  const bits = (rates[third >> 4] ?? 0) * 1000
  const samplings = [44_100, 48_000, 32_000]
  const sampling = (samplings[(third >> 2) & 3] ?? 0) / (version === 3 ? 1 : version === 2 ? 2 : 4)
  if (!bits || !sampling) return 0
  const samples = layer === 3 && version !== 3 ? 72 : 144
  return Math.floor((samples * bits) / sampling) + ((third >> 1) & 1)
}

/** The length of the ADTS frame at an offset, or 0 (ISO/IEC 13818-7, 6.2). */
function adtsFrame(head: Buffer, at: number): number {
  if (at + 7 > head.length || head.readUInt16BE(at) >> 4 !== 0xfff || ((head[at + 1] as number) & 6) !== 0)
    return 0
  const length = ((head.readUInt32BE(at + 3) >>> 13) & 0x1fff) >>> 0
  return length > 7 ? length : 0
}
