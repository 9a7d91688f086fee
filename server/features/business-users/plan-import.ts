import type { z } from 'zod'
import { Email } from '../../../contract/account.ts'
import type { ImportAnswer } from '../../../contract/business-users.ts'
import { ROLE_TABLE, ROLES, type Role } from '../../../contract/permissions.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { refuseDomain } from '../../core/email-domain.ts'
import { isPending } from '../../core/join-business.ts'
import type { BusinessUserRow, users } from '../../core/schema.ts'
import { isCurrent } from './invitation-row.ts'
import type { Manager } from './lock-business.ts'
import { refuseGain, refuseRank } from './ranks.ts'
import type { CsvLine } from './read-member-csv.ts'

type UserRow = typeof users.$inferSelect

/** What a line comes to, with what is there of its person. */
export type PlannedLine = z.output<typeof ImportAnswer>['rows'][number] & {
  row: BusinessUserRow | null
  user: UserRow | null
}

interface Known {
  manager: Manager
  now: Date
  /** Role of lines that name none. */
  fallback: Role
  /** Rows of the business and accounts with confirmed addresses, by address in lower case. */
  rows: ReadonlyMap<string, BusinessUserRow>
  accounts: ReadonlyMap<string, UserRow>
  /** Members and invitations that can be added. */
  room: number
}

/** Decides each line of a file, in its order; writes nothing. */
export function planImport(lines: readonly CsvLine[], known: Known): PlannedLine[] {
  const seen = new Map<string, number>()
  let room = known.room
  return lines.map((line) => {
    const planned = planLine(line, known, seen)
    const isNew = planned.outcome === 'invite' && !(planned.row && isPending(planned.row, known.now))
    if (!isNew) return planned
    if (room === 0)
      return { ...planned, outcome: 'refused', reason: 'The business has reached its limit of members.' }
    room--
    return planned
  })
}

function planLine(
  { line, email, role: text }: CsvLine,
  known: Known,
  seen: Map<string, number>,
): PlannedLine {
  const role = text === '' ? known.fallback : roleNamed(text)
  const key = email.toLowerCase()
  const base = { line, email, role, row: known.rows.get(key) ?? null, user: known.accounts.get(key) ?? null }
  const end = (outcome: PlannedLine['outcome'], reason: string | null): PlannedLine => ({
    ...base,
    outcome,
    reason,
  })
  if (email === '') return end('refused', 'The address is missing.')
  // A spreadsheet would calculate it, and an export of the members is opened in one.
  if (/^[=+\-@]/.test(email))
    return end('refused', 'This begins like a formula. It is not an e-mail address.')
  if (!Email.safeParse(email).success) return end('refused', 'This is not an e-mail address.')
  const before = seen.get(key)
  if (before !== undefined) return end('duplicate', `Line ${before} has the same address.`)
  seen.set(key, line)
  if (role === null)
    return end('refused', `There is no role “${text.slice(0, 100)}”. Roles are ${ROLES.join(', ')}.`)
  try {
    return decide(base, role, text !== '', known, end)
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    return end('refused', error.message)
  }
}

/** @throws ApiProblem for what the caller may not do */
function decide(
  { email, row }: Pick<PlannedLine, 'email' | 'row'>,
  role: Role,
  isNamed: boolean,
  { manager, now }: Known,
  end: (outcome: PlannedLine['outcome'], reason: string | null) => PlannedLine,
): PlannedLine {
  const pending = row !== null && isPending(row, now)
  if (row && (isCurrent(row) || pending)) {
    const what = pending ? 'is invited' : 'is a member'
    if (!isNamed || row.role === role) return end('unchanged', `${row.name} ${what} already.`)
    if (row.userId === manager.userId) return end('refused', 'You cannot change your own role with a file.')
    if (row.role === 'owner' && !pending)
      return end(
        'refused',
        'The role of an owner cannot be changed with a file. Change it in the list of members.',
      )
    refuseRank(manager, row.role)
    refuseRank(manager, role)
    refuseGain(manager, { role, permissions: row.permissions }, row)
    return end('change_role', `The role was ${row.role}.`)
  }
  refuseRank(manager, role)
  refuseGain(manager, { role, permissions: {} })
  refuseDomain(manager.business, email)
  return end('invite', null)
}

const roleNamed = (text: string): Role | null =>
  ROLES.find((role) =>
    [role, ROLE_TABLE[role].title].some((name) => name.toLowerCase() === text.toLowerCase()),
  ) ?? null
