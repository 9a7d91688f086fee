/** A text as a string literal of Typst, whose escapes are not those of JSON. */
export function typstString(text: string): string {
  const escaped = text
    .replace(/[\\"]/g, '\\$&')
    .replace(/\p{Cc}/gu, (control) => `\\u{${control.charCodeAt(0).toString(16)}}`)
  return `"${escaped}"`
}
