import type { FormatRow } from '../formats.ts'

/** Labels in their usual spelling. Results get the first MIME type and the first extension. */
export const VIDEO: FormatRow[] = [
  ['mp4', 'MP4', 'video/mp4', 'mp4'],
  ['webm', 'WebM', 'video/webm audio/webm', 'webm weba'],
  ['mov', 'MOV', 'video/quicktime', 'mov qt'],
  ['mkv', 'MKV', 'video/x-matroska video/matroska audio/x-matroska', 'mkv mka'],
  ['avi', 'AVI', 'video/x-msvideo video/avi', 'avi'],
  ['m4v', 'M4V', 'video/x-m4v', 'm4v'],
  ['wmv', 'WMV', 'video/x-ms-wmv video/x-ms-asf', 'wmv asf'],
  ['flv', 'FLV', 'video/x-flv', 'flv'],
  ['ogv', 'OGV', 'video/ogg', 'ogv'],
  ['mpg', 'MPEG', 'video/mpeg', 'mpg mpeg vob'],
  ['ts', 'MPEG-TS', 'video/mp2t', 'ts m2ts mts'],
  ['3gp', '3GP', 'video/3gpp video/3gpp2', '3gp 3g2'],
]

export const AUDIO: FormatRow[] = [
  ['mp3', 'MP3', 'audio/mpeg audio/mp3', 'mp3 mp2'],
  ['m4a', 'M4A', 'audio/mp4 audio/x-m4a', 'm4a m4b'],
  ['wav', 'WAV', 'audio/wav audio/x-wav audio/vnd.wave', 'wav'],
  ['flac', 'FLAC', 'audio/flac audio/x-flac', 'flac'],
  ['ogg', 'OGG', 'audio/ogg', 'ogg oga'],
  ['opus', 'Opus', 'audio/opus', 'opus'],
  ['aac', 'AAC', 'audio/aac', 'aac'],
  ['amr', 'AMR', 'audio/amr audio/amr-wb', 'amr'],
  ['wma', 'WMA', 'audio/x-ms-wma', 'wma'],
  ['aiff', 'AIFF', 'audio/aiff audio/x-aiff', 'aiff aif aifc'],
]
