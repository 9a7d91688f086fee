/** The token in a link's fragment, which browsers do not send, so no log contains it. */
export const tokenOf = (hash: string): string | null =>
  new URLSearchParams(hash.replace(/^#/, '')).get('token') || null
