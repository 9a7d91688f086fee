import type { Attachment } from './message.ts'

const EXTENSIONS: Record<string, string> = {
  'message/rfc822': 'eml',
  'text/calendar': 'ics',
  'text/plain': 'txt',
  'text/html': 'html',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'application/pdf': 'pdf',
}
const LONGEST = 100

/** The display name of an attachment; unnamed ones get a number. */
export function attachmentName(
  { name, mimeType }: Pick<Attachment, 'name' | 'mimeType'>,
  number: number,
): string {
  const bare = name.split(/[/\\]/).at(-1) ?? ''
  const line = bare.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  return line || `attachment-${number}.${EXTENSIONS[mimeType] ?? 'bin'}`
}

/**
 * A safe file name without path separators and characters with a meaning for devices, drives or
 * shells; differs from all of `taken`, ignoring case.
 */
export function safeFileName(name: string, taken: Set<string>): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  let bare = last
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}<>:"|?*]/gu, '_')
    .replace(/^[\s.~-]+|[\s.]+$/gu, '')
  if (bare === '' || /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(bare)) bare = `_${bare}`
  const dot = bare.lastIndexOf('.')
  const extension = dot > 0 && bare.length - dot <= 12 ? bare.slice(dot) : ''
  const stem = [...bare.slice(0, bare.length - extension.length)].slice(0, LONGEST).join('')
  let free = stem + extension
  for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${stem}-${number}${extension}`
  taken.add(free.toLowerCase())
  return free
}
