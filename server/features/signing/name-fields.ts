import type { z } from 'zod'
import type { NewSigningField, SigningField } from '../../../contract/signing.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { signersOf } from './signature-fields.ts'

interface Person {
  id: string
  email: string
  role: string
}

/**
 * The fields of a new session with their ids, each with the recipient that it names: by id, by
 * address, or none where the session has one signer. @throws ApiProblem invalid_request
 */
export function nameFields(
  fields: readonly z.output<typeof NewSigningField>[],
  people: readonly Person[],
): SigningField[] {
  const signers = signersOf(people)
  const byEmail = (email: string) => people.filter((one) => one.email.toLowerCase() === email.toLowerCase())
  return fields.map(({ id, recipient_id, recipient_email, ...field }, at) => {
    const named = recipient_email === undefined ? signers : byEmail(recipient_email)
    const found = recipient_id ?? (named.length === 1 ? named[0]?.id : undefined)
    if (found === undefined) {
      const path = recipient_email === undefined ? 'recipient_id' : 'recipient_email'
      throw unnamed(`fields.${at}.${path}`, named.length)
    }
    return { ...field, id: id ?? crypto.randomUUID(), recipient_id: found }
  })
}

function unnamed(path: string, found: number): ApiProblem {
  const message = found === 0 ? 'No recipient is named.' : 'Several recipients match. Name one by its id.'
  return new ApiProblem('invalid_request', `Nothing was saved. ${path}: ${message}`, {
    errors: [{ path, message }],
  })
}
