/**
 * Text as people see it and nothing more: no control characters, and none that turn the reading
 * direction unseen.
 */
export const plainText = (text: string) =>
  text.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
