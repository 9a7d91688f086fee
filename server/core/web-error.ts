/**
 * Why an address was not fetched: `refused` by our own rules, or `failed` on the way. The message
 * is for a person.
 */
export class WebError extends Error {
  readonly kind: 'refused' | 'failed'
  constructor(kind: 'refused' | 'failed', message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'WebError'
    this.kind = kind
  }
}
