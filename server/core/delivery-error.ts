/**
 * Why a message was not sent. `final` where trying again would change nothing: the address is
 * wrong, or the provider refuses it for good. The message is for the operator, and never holds what
 * was to be delivered.
 */
export class DeliveryError extends Error {
  readonly final: boolean
  constructor(message: string, options: ErrorOptions & { final?: boolean } = {}) {
    super(message, options)
    this.name = 'DeliveryError'
    this.final = options.final ?? false
  }
}
