/** The token in a link's fragment, which a browser sends nobody, so that it stands in no log. */
export const tokenOf = (hash: string): string | null =>
  new URLSearchParams(hash.replace(/^#/, '')).get('token') || null
