/**
 * Why somebody could not sign in through a provider: it said no (`refused`: the code was used or
 * has run out), it could not be asked (`unreachable`), or what it said does not fit what was asked
 * (`invalid`). The message is for a person.
 */
export class IdentityError extends Error {
  readonly code: 'refused' | 'unreachable' | 'invalid'
  constructor(code: IdentityError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'IdentityError'
    this.code = code
  }
}
