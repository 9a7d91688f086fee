/** A Typst string literal, whose escapes differ from JSON's. */
export function typstString(text: string): string {
  const escaped = text
    .replace(/[\\"]/g, '\\$&')
    .replace(/\p{Cc}/gu, (control) => `\\u{${control.charCodeAt(0).toString(16)}}`)
  return `"${escaped}"`
}
