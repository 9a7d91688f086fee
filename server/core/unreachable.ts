/**
 * Something that the platform stands on is away; `part` names it for a person. Whoever asked may
 * try again in a moment.
 */
export class Unreachable extends Error {
  override name = 'Unreachable'
  readonly part: string
  constructor(part: string, options?: ErrorOptions) {
    super(`${part} cannot be reached`, options)
    this.part = part
  }
}
