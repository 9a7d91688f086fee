/** Whether the text looks like an e-mail address; only the server can verify it. */
export const isAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(text.trim())
