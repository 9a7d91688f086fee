import type { z } from 'zod'
import type { RecipientJson, SigningField } from '../../../contract/signing.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import type { SigningRecipientRow } from '../../core/schema.ts'
import { isDate } from './is-date.ts'
import { type BoxOfPage, faultOfPlace } from './page-boxes.ts'

interface Pages {
  pages: number
  boxOf?: BoxOfPage | undefined
}
const unmeasured: BoxOfPage = () => null

type Fault = { path: string; message: string }

/**
 * What is wrong with a draft's parts and fields, on pages that are measured or not. @throws
 * ApiProblem invalid_request
 */
export function checkDraft(
  {
    recipients,
    fields,
  }: { recipients: readonly { id: string; role: string }[]; fields: readonly SigningField[] },
  { pages, boxOf = unmeasured }: Pages,
): void {
  const faults: Fault[] = []
  const roles = new Map(recipients.map(({ id, role }) => [id, role]))
  if (roles.size < recipients.length) faults.push({ path: 'recipients', message: 'Two have the same id.' })
  if (new Set(fields.map(({ id }) => id)).size < fields.length)
    faults.push({ path: 'fields', message: 'Two have the same id.' })
  for (const [at, field] of fields.entries())
    for (const message of faultsOfField(field, roles, pages)) faults.push({ path: `fields.${at}`, message })
  for (const [at, field] of fields.entries()) faults.push(...faultsOfPlaces(field, at, boxOf))
  refuse(faults)
}

function* faultsOfPlaces(field: SigningField, at: number, boxOf: BoxOfPage): Generator<Fault> {
  for (const [nth, place] of field.places.entries()) {
    const fault = faultOfPlace(place, boxOf)
    if (fault) yield { path: `fields.${at}.places.${nth}.rect`, message: `${nameOf(field)} ${fault}` }
  }
}

/** Its label may be somebody else's words. */
const nameOf = ({ label, kind }: SigningField): string =>
  label === '' ? `The ${kind} field` : `The field “${label}”`

function* faultsOfField(
  { recipient_id, places, kind, options, value, read_only, min, max }: SigningField,
  roles: ReadonlyMap<string, string>,
  pages: number,
): Generator<string> {
  const role = roles.get(recipient_id)
  if (role === undefined) yield 'It belongs to no recipient of this request.'
  else if (role !== 'signer') yield 'Only signers can have fields.'
  if (places.some(({ page }) => page > pages)) yield `The document has ${pages} pages.`
  if (kind === 'choice' && options.length === 0) yield 'It has no options.'
  if (kind === 'radio') {
    if (options.length < 2) yield 'It needs at least two options.'
    if (places.some(({ option }) => option === undefined || !options.includes(option)))
      yield 'Each radio button needs an option of its own.'
  }
  if ((kind === 'checkbox') !== (typeof value === 'boolean') && value !== null)
    yield 'The value does not match the type of the field.'
  if ((kind === 'choice' || kind === 'radio') && value !== null && !options.includes(String(value)))
    yield 'The value is not one of its options.'
  if (kind === 'date' && typeof value === 'string' && value !== '' && !isDate(value))
    yield 'The value is not a date like 2026-11-22.'
  if (read_only && value === null) yield 'It is read-only and has no value.'
  if (min !== null && max !== null && min > max) yield 'The minimum is larger than the maximum.'
}

/** What must be there before anybody is asked. @throws ApiProblem signing_misfit */
export function checkReady(
  recipients: readonly Pick<SigningRecipientRow, 'id' | 'name' | 'role' | 'access' | 'accessCodeHash'>[],
  fields: readonly SigningField[],
): void {
  const misfit = (detail: string) => new ApiProblem('signing_misfit', detail)
  if (!recipients.some(({ role }) => role === 'signer')) throw misfit('There is no signer. Add one first.')
  for (const { id, name, role, access, accessCodeHash } of recipients) {
    if (role === 'signer' && !fields.some((one) => one.recipient_id === id && one.kind === 'signature'))
      throw misfit(`${name} needs a signature field.`)
    if (access === 'code' && accessCodeHash === null)
      throw misfit(`${name} needs an access code. Set one, and share it separately.`)
  }
}

/** Recipients with access by code need a code, and no others. @throws ApiProblem invalid_request */
export function checkAccess(
  people: readonly z.output<typeof RecipientJson>[],
  known: ReadonlySet<string>,
): void {
  refuse(
    people.flatMap(({ id, access, access_code }, at) =>
      access === 'code' && access_code === undefined && !(id && known.has(id))
        ? [{ path: `recipients.${at}.access_code`, message: 'It is missing.' }]
        : access !== 'code' && access_code !== undefined
          ? [{ path: `recipients.${at}.access_code`, message: 'No field asks for it.' }]
          : [],
    ),
  )
}

function refuse(faults: readonly Fault[]) {
  if (faults.length === 0) return
  const named = faults.map(({ path, message }) => `${path}: ${message}`).join(' ')
  throw new ApiProblem('invalid_request', `Nothing was saved. ${named}`, { errors: [...faults] })
}
