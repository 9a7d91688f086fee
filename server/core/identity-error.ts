/**
 * Why sign-in through a provider failed: it refused (`refused`: the code was used or has expired),
 * it is unavailable (`unreachable`), or its response is invalid (`invalid`). The message is for the
 * user.
 */
export class IdentityError extends Error {
  readonly code: 'refused' | 'unreachable' | 'invalid'
  constructor(code: IdentityError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'IdentityError'
    this.code = code
  }
}
