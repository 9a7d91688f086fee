const SRT_TIMING = /^[ \t]*\d{1,4}:\d\d:\d\d[.,]\d{1,3}\s*-->\s*\d{1,4}:\d\d:\d\d[.,]\d{1,3}/m
const HEAD_BYTES = 8192

/**
 * The subtitle format by the start of a file; null otherwise. The markers are ASCII in every
 * encoding, so undecodable texts are recognized too. For a document that only quotes subtitles, the
 * name decides.
 */
export function subtitleFormat(head: Buffer, claimed: string | null): string | null {
  const beginning = head.subarray(0, HEAD_BYTES)
  const wide = beginning[0] === 0xff && beginning[1] === 0xfe
  const text = beginning.toString(wide ? 'utf16le' : 'latin1').replace(/^(\ufeff|ï»¿)/, '')
  if (/^WEBVTT(\s|$)/.test(text)) return 'vtt'
  if (/^\s*(;[^\n]*\n\s*)*\[Script Info\]/i.test(text)) return 'ass'
  const own = claimed === 'srt' || claimed === 'txt' || claimed === null
  return own && !text.includes('\0') && SRT_TIMING.test(text) ? 'srt' : null
}
