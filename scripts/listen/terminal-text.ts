/** Control and format characters, line and paragraph separators, and lone surrogates. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/**
 * Escapes what a terminal could act on, as JSON does, so that text of others is one line and moves
 * no cursor.
 */
export const terminalText = (text: string): string =>
  text.replace(UNSAFE, (found) =>
    Array.from(
      { length: found.length },
      (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  )
