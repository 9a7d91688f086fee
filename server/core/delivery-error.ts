/**
 * Why a message was not sent. `final` means that a retry is useless: the address is invalid, or the
 * provider refuses it permanently. The text is for the operator, and never contains the message.
 */
export class DeliveryError extends Error {
  readonly final: boolean
  constructor(message: string, options: ErrorOptions & { final?: boolean } = {}) {
    super(message, options)
    this.name = 'DeliveryError'
    this.final = options.final ?? false
  }
}
