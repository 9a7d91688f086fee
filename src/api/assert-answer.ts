import { z } from 'zod'
import { contract, type OperationName } from '../../contract/contract.ts'

/**
 * Throws when a response does not match the contract. Only development and tests load this file.
 */
export function assertAnswer(name: OperationName, status: number, body: unknown): void {
  const responses: Record<number, unknown> = contract[name].responses
  const schema = responses[status]
  if (schema === undefined) throw new Error(`${name} answered ${status}, which the contract does not have`)
  if (schema instanceof z.ZodType) {
    const result = schema.safeParse(body)
    if (!result.success)
      throw new Error(`${name} answered what the contract does not allow:\n${z.prettifyError(result.error)}`)
  }
}
