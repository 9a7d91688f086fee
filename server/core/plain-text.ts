/** Removes control characters and invisible direction marks from text. */
export const plainText = (text: string) =>
  text.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
