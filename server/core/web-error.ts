/**
 * Why a URL was not fetched: `refused` by our rules, or `failed` in transfer. The message is for
 * the user.
 */
export class WebError extends Error {
  readonly kind: 'refused' | 'failed'
  constructor(kind: 'refused' | 'failed', message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'WebError'
    this.kind = kind
  }
}
