/** The displayed part of a text. */
export const HEAD_BYTES = 200_000

/**
 * Decodes bytes by their BOM (UTF-8, UTF-16), otherwise as UTF-8, or Windows-1252 if that is
 * invalid. `cut`: the bytes are truncated, so an incomplete last character is dropped.
 */
export function decodeText(buffer: ArrayBuffer, cut = false): string {
  const bytes = new Uint8Array(buffer)
  const marked =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : null
  const text = marked ? new TextDecoder(marked).decode(bytes, { stream: cut }) : decodeUtf8(bytes, cut)
  return text.replace(/\r\n?/g, '\n')
}

function decodeUtf8(bytes: Uint8Array, cut: boolean): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: cut })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
