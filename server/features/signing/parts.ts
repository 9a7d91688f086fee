import type { SigningField } from '../../../contract/signing.ts'

interface Passed {
  id: string
  delegatedFrom: string | null
}

/**
 * Fields as those had them who were asked first: a template knows nobody whom a part was passed on
 * to.
 */
export function fieldsOfFirst(
  recipients: readonly Passed[],
  fields: readonly SigningField[],
): SigningField[] {
  const from = new Map(recipients.map(({ id, delegatedFrom }) => [id, delegatedFrom]))
  const first = (id: string): string => {
    const before = from.get(id)
    return before ? first(before) : id
  }
  return fields.map((field) => ({ ...field, recipient_id: first(field.recipient_id) }))
}

/**
 * Ids of a session's own for people and fields that name a template's parts, which may be used many
 * times at once.
 */
export function ownParts<P extends { id?: string | undefined }>(
  recipients: readonly P[],
  fields: readonly SigningField[],
): { recipients: (P & { id: string })[]; fields: SigningField[] } {
  const ids = new Map(recipients.flatMap(({ id }) => (id ? [[id, crypto.randomUUID()]] : [])))
  return {
    recipients: recipients.map((one) => ({ ...one, id: (one.id && ids.get(one.id)) || crypto.randomUUID() })),
    fields: fields.map((field) => ({
      ...field,
      id: crypto.randomUUID(),
      recipient_id: ids.get(field.recipient_id) ?? field.recipient_id,
    })),
  }
}
