/** A dependency is unavailable; `part` is its display name. The caller may retry in a moment. */
export class Unreachable extends Error {
  override name = 'Unreachable'
  readonly part: string
  constructor(part: string, options?: ErrorOptions) {
    super(`${part} cannot be reached`, options)
    this.part = part
  }
}
