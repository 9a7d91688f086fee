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
  /** Write-only: the server never returns it. */
  access_code?: string
}
export type Reminders = SigningSession['reminders']

/** All editable properties of a draft. */
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

/** One of a field's places. */
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

/** The request that saves the draft. While the title is empty, the previous one stays. */
export function bodyOf(draft: EditorDraft, now: Date): NonNullable<SigningChange> {
  const { title, deadline_at, ...rest } = draft
  return {
    ...rest,
    recipients: [...draft.recipients],
    fields: [...draft.fields],
    ...(title.trim() && { title: title.trim() }),
    // A deadline in the past is rejected; it stays in the draft until it is fixed.
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

/** Also removes their fields. */
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
 * Removes one place, and the field with its last one. A radio field keeps the options of its
 * remaining places.
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

/** Moves or resizes a place of a field. */
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

/** The problems that prevent sending, by the server's rules. */
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
