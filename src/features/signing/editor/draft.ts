import type {
  Recipient,
  RecipientBody,
  SigningChange,
  SigningField,
  SigningSession,
} from '../../../api/signing.ts'
import { randomId } from '../../../lib/random-id.ts'
import { normalGroups } from '../people/index.ts'

export type EditorRecipient = Required<Omit<RecipientBody, 'access_code'>> & {
  /** Told now, and never shown again. */
  access_code?: string
}
export type Reminders = SigningSession['reminders']

/** All that a draft says, as its owner changes it. */
export interface EditorDraft {
  title: string
  message: string
  recipients: readonly EditorRecipient[]
  fields: readonly SigningField[]
  deadline_at: string | null
  reminders: Reminders
  show_signatures: boolean
}

export type FieldPlace = SigningField['places'][number]
export type FieldKind = SigningField['kind']
export type PointRect = FieldPlace['rect']

/** One of the places in which a field stands. */
export interface Spot {
  field: string
  place: number
}

const recipientOf = ({
  id,
  name,
  email,
  role,
  group,
  access,
  may_delegate,
  message,
}: Recipient): EditorRecipient => ({
  id,
  name,
  email,
  role,
  group,
  access,
  may_delegate,
  message,
})

export const draftOf = (session: SigningSession): EditorDraft => ({
  title: session.title,
  message: session.message,
  recipients: session.recipients.map(recipientOf),
  fields: session.fields,
  deadline_at: session.deadline_at,
  reminders: session.reminders,
  show_signatures: session.show_signatures,
})

/**
 * What is sent of it to be kept. A title that is being written anew stays what it was until there
 * is one.
 */
export function bodyOf(draft: EditorDraft, now: Date): NonNullable<SigningChange> {
  const { title, deadline_at, ...rest } = draft
  return {
    ...rest,
    recipients: [...draft.recipients],
    fields: [...draft.fields],
    ...(title.trim() && { title: title.trim() }),
    // A deadline in the past is refused; it stays in the draft until it is fixed.
    ...((deadline_at === null || Date.parse(deadline_at) > now.getTime()) && { deadline_at }),
  }
}

export const newRecipient = (group: number): EditorRecipient => ({
  id: randomId(),
  name: '',
  email: '',
  role: 'signer',
  group,
  access: 'link',
  may_delegate: false,
  message: '',
})

/** Adds or updates a recipient. A recipient who is no longer a signer has no fields. */
export function putRecipient(draft: EditorDraft, one: EditorRecipient): EditorDraft {
  const known = draft.recipients.some(({ id }) => id === one.id)
  const recipients = known
    ? draft.recipients.map((recipient) => (recipient.id === one.id ? one : recipient))
    : [...draft.recipients, one]
  return {
    ...draft,
    recipients: normalGroups(recipients),
    fields:
      one.role === 'signer'
        ? draft.fields
        : draft.fields.filter(({ recipient_id }) => recipient_id !== one.id),
  }
}

/** Their fields go with them. */
export const removeRecipient = (draft: EditorDraft, id: string): EditorDraft => ({
  ...draft,
  recipients: normalGroups(draft.recipients.filter((one) => one.id !== id)),
  fields: draft.fields.filter(({ recipient_id }) => recipient_id !== id),
})

export const putField = (draft: EditorDraft, field: SigningField): EditorDraft => ({
  ...draft,
  fields: draft.fields.some(({ id }) => id === field.id)
    ? draft.fields.map((other) => (other.id === field.id ? field : other))
    : [...draft.fields, field],
})

export const fieldAt = (draft: EditorDraft, spot: Spot | null): SigningField | null =>
  draft.fields.find(({ id }) => id === spot?.field) ?? null

/**
 * Takes one place away, and the field with its last one. A radio keeps the options that still stand
 * somewhere.
 */
export function removeSpot(draft: EditorDraft, { field: id, place }: Spot): EditorDraft {
  const field = draft.fields.find((one) => one.id === id)
  if (!field) return draft
  const places = field.places.filter((_, at) => at !== place)
  const least = field.kind === 'radio' ? 2 : 1
  if (places.length < least) return { ...draft, fields: draft.fields.filter((one) => one.id !== id) }
  const options =
    field.kind === 'radio'
      ? field.options.filter((option) => places.some((one) => one.option === option))
      : field.options
  const value = field.kind === 'radio' && !options.includes(String(field.value)) ? null : field.value
  return putField(draft, { ...field, places, options, value })
}

/** Puts a place of a field elsewhere, or makes it larger. */
export function setRect(
  draft: EditorDraft,
  { field: id, place }: Spot,
  rect: PointRect,
  page?: number,
): EditorDraft {
  const field = draft.fields.find((one) => one.id === id)
  if (!field) return draft
  const places = field.places.map((one, at) =>
    at === place ? { ...one, rect, ...(page !== undefined && { page }) } : one,
  )
  return putField(draft, { ...field, places })
}

export type Fault =
  | { kind: 'no_title' | 'no_signer' | 'deadline_over' }
  | { kind: 'no_signature'; recipient: EditorRecipient }

/** What keeps it from being sent, as the service will see it. */
export function faultsOf(draft: EditorDraft, now: Date): Fault[] {
  const signers = draft.recipients.filter(({ role }) => role === 'signer')
  const faults: Fault[] = []
  if (!draft.title.trim()) faults.push({ kind: 'no_title' })
  if (signers.length === 0) faults.push({ kind: 'no_signer' })
  for (const recipient of signers)
    if (!draft.fields.some(({ recipient_id, kind }) => recipient_id === recipient.id && kind === 'signature'))
      faults.push({ kind: 'no_signature', recipient })
  if (draft.deadline_at !== null && Date.parse(draft.deadline_at) <= now.getTime())
    faults.push({ kind: 'deadline_over' })
  return faults
}

/** The fields of one recipient, in reading order. */
export const fieldsOf = (draft: EditorDraft, recipient: string): SigningField[] =>
  draft.fields
    .filter(({ recipient_id }) => recipient_id === recipient)
    .toSorted((a, b) => {
      const [one, two] = [a.places[0], b.places[0]]
      if (!one || !two) return 0
      return (
        one.page - two.page ||
        two.rect.y + two.rect.height - (one.rect.y + one.rect.height) ||
        one.rect.x - two.rect.x
      )
    })
