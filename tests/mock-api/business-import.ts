import { Email } from '../../contract/account.ts'
import { CURRENT, IMPORT_MAX_BYTES, IMPORT_ROWS, type ImportAnswer } from '../../contract/business-users.ts'
import { RoleName } from '../../contract/businesses.ts'
import { assignableRoles, ROLES, type Role } from '../../contract/permissions.ts'
import { recordBusinessEvent } from './business-events.ts'
import type { Db } from './db.ts'
import { type Actor, MockProblem, parsePart } from './handler.ts'
import { now } from './identity.ts'
import { domainAllows, invite, rowOf } from './member-rules.ts'
import { ownersOf, rolesBelow, type StoredBusiness } from './stored-businesses.ts'

type Row = ImportAnswer['rows'][number]

function decode(bytes: Uint8Array<ArrayBuffer>): { encoding: string; text: string } {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe)
    return { encoding: 'utf-16le', text: new TextDecoder('utf-16le').decode(bytes) }
  if (bytes.includes(0)) throw new MockProblem('unsupported_source', 'This is not a CSV file.')
  try {
    return { encoding: 'utf-8', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { encoding: 'windows-1252', text: new TextDecoder('windows-1252').decode(bytes) }
  }
}

const cellsOf = (line: string) =>
  line.split(/[,;\t]/).map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  )

/**
 * Addresses and roles with the lines they are on. A first line without an address names the
 * columns.
 */
function linesOf(text: string): { line: number; email: string; role: string }[] {
  const lines = text.split(/\r\n|\r|\n/).map((content, at) => ({ line: at + 1, cells: cellsOf(content) }))
  const head = lines[0]?.cells.map((cell) => cell.toLowerCase()) ?? []
  const hasHead = head.includes('email')
  const [email, role] = hasHead ? [head.indexOf('email'), head.indexOf('role')] : [0, 1]
  return lines
    .slice(hasHead ? 1 : 0)
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
    .map(({ line, cells }) => ({ line, email: cells[email] ?? '', role: cells[role] ?? '' }))
}

const OUTCOMES = { invited: ['invite'], changed: ['change_role'], refused: ['refused'] } as const

/** What each line of a CSV file would do, and does unless it is a dry run. */
export async function importMembers(
  db: Db,
  actor: Actor,
  business: StoredBusiness,
  form: FormData,
  origin: string,
) {
  const file = form.get('file')
  if (!(file instanceof File)) throw new MockProblem('file_missing', 'No file was sent.')
  if (file.size === 0) throw new MockProblem('file_empty', 'The file has no bytes in it.')
  if (file.size > IMPORT_MAX_BYTES) throw new MockProblem('file_too_large', 'The file has at most 2 MB.')
  const usual = parsePart(RoleName.default('employee'), form.get('role') ?? undefined) as Role
  const dry_run = form.get('dry_run') === 'true'
  const { encoding, text } = decode(new Uint8Array(await file.arrayBuffer()))
  const lines = linesOf(text)
  if (lines.length > IMPORT_ROWS)
    throw new MockProblem('limit_reached', `A file has at most ${IMPORT_ROWS} lines with addresses.`)
  const seen = new Set<string>()
  const rows = lines.map(({ line, email, role: named }): Row => {
    const role = named === '' ? usual : (ROLES.find((one) => one === named.toLowerCase()) ?? null)
    const row = { line, email, role, ...judge(db, actor, business, email, role, seen) }
    seen.add(email.toLowerCase())
    return row
  })
  if (!dry_run) for (const row of rows) carryOut(db, actor, business, row, origin)
  const count = (outcomes: readonly Row['outcome'][]) =>
    rows.filter(({ outcome }) => outcomes.includes(outcome)).length
  return {
    status: 200 as const,
    body: {
      dry_run,
      encoding,
      invited: count(OUTCOMES.invited),
      changed: count(OUTCOMES.changed),
      skipped: count(['unchanged', 'duplicate']),
      refused: count(OUTCOMES.refused),
      rows,
    },
  }
}

function judge(
  db: Db,
  actor: Actor,
  business: StoredBusiness,
  email: string,
  role: Role | null,
  seen: ReadonlySet<string>,
): Pick<Row, 'outcome' | 'reason'> {
  const refused = (reason: string) => ({ outcome: 'refused' as const, reason })
  if (/^[=+\-@]/.test(email)) return refused('This begins like a formula. It is not an e-mail address.')
  if (!Email.safeParse(email).success) return refused('This is not an e-mail address.')
  if (role === null) return refused('There is no such role.')
  if (seen.has(email.toLowerCase()))
    return { outcome: 'duplicate', reason: 'An earlier line has the address.' }
  const mayGive = assignableRoles(actor.role, new Set(actor.permissions))
  if (!mayGive.includes(role)) return refused(`Your role does not let you give the role ${role}.`)
  if (!domainAllows(business, email)) return refused('The business does not allow this domain.')
  const member = rowOf(db, business, email)
  if (!member || !(CURRENT.includes(member.status) || member.status === 'invited'))
    return { outcome: 'invite', reason: null }
  if (member.role === role) return { outcome: 'unchanged', reason: 'The person has this role already.' }
  if (!rolesBelow(actor.role).includes(member.role))
    return refused('The member has the same or a higher rank.')
  const owners = ownersOf(db, business)
  if (owners.length === 1 && owners[0] === member) return refused('A business needs an owner.')
  return { outcome: 'change_role', reason: null }
}

function carryOut(db: Db, actor: Actor, business: StoredBusiness, row: Row, origin: string): void {
  const { outcome, email, role } = row
  if (role === null) return
  if (outcome === 'invite') invite(db, actor, business, { email, role }, origin)
  const member = outcome === 'change_role' ? rowOf(db, business, email) : undefined
  if (!member) return
  recordBusinessEvent(db, actor, business, 'member.role_changed', {
    target: email,
    before: { role: member.role },
    after: { role },
  })
  Object.assign(member, { role, updatedAt: now() })
}
