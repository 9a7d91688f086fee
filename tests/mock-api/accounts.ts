import type { User } from '../../contract/account.ts'
import type { StoredUser } from './db.ts'
import { emptyIdentity, type IdentityState, inDays, type SecurityEvent, sessionToken } from './identity.ts'

/**
 * The account that every seeded instance has: its admin, with everything that makes an account
 * safe.
 */
export const MAREN = {
  id: '018f2d6e-0000-7000-8000-000000000001',
  username: 'maren',
  email: 'maren@harbour.example',
  password: 'harbour lights',
} as const

/** An account with a password and nothing else. */
export const INES = {
  id: '018f2d6e-0000-7000-8000-000000000002',
  username: 'ines',
  email: 'ines@harbour.example',
  password: 'quiet morning',
} as const

export function newUser(person: {
  id?: string
  username: string
  email: string
  first_name?: string | undefined
  last_name?: string | undefined
  time_zone?: string | undefined
}): User {
  return {
    id: person.id ?? crypto.randomUUID(),
    username: person.username,
    email: person.email,
    email_verified: false,
    pending_email: null,
    first_name: person.first_name ?? '',
    last_name: person.last_name ?? '',
    avatar_url: null,
    is_admin: false,
    has_password: true,
    password_due: false,
    mfa_enabled: false,
    language: 'en',
    time_zone: person.time_zone ?? 'UTC',
    created_at: new Date().toISOString(),
    delete_after: null,
  }
}

export function seedAccounts(): { users: StoredUser[]; identity: IdentityState } {
  const maren: User = {
    ...newUser(MAREN),
    email_verified: true,
    first_name: 'Maren',
    last_name: 'Okafor',
    is_admin: true,
    mfa_enabled: true,
    time_zone: 'Europe/Lisbon',
    created_at: '2025-03-03T09:00:00.000Z',
  }
  const ines: User = {
    ...newUser(INES),
    first_name: 'Inês',
    last_name: 'Duarte',
    time_zone: 'Europe/Lisbon',
    created_at: '2026-06-01T09:00:00.000Z',
  }
  return {
    users: [
      { user: maren, password: MAREN.password },
      { user: ines, password: INES.password },
    ],
    identity: seedIdentity(),
  }
}

const id = (group: number, at: number) => `018f2d6e-${group}000-7000-8000-${String(at).padStart(12, '0')}`
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

/**
 * A row of Maren's sessions: token's ending, name, kind, address, ways, hours since it was opened
 * and seen.
 */
const SESSIONS = [
  ['', 'Firefox 144 on Linux', 'desktop', '192.0.2.14', ['password', 'totp'], 400, 0],
  ['-phone', 'Safari on iPhone', 'mobile', '192.0.2.14', ['password', 'totp'], 210, 2],
  ['-office', 'Chrome 142 on Windows', 'desktop', '198.51.100.7', ['password', 'backup_code'], 75, 74],
] as const

/** Hours ago, what happened, from where, about what. */
const EVENTS: [hours: number, kind: SecurityEvent['kind'], where: number, detail?: Record<string, string>][] =
  [
    [2, 'signed_in', 1, { method: 'totp' }],
    [30, 'confirmed', 0, { method: 'totp' }],
    [74, 'backup_code_used', 2, { left: '2' }],
    [74, 'signed_in', 2, { method: 'backup_code' }],
    [74.1, 'confirm_failed', 2, { method: 'totp' }],
    [74.2, 'confirm_failed', 2, { method: 'totp' }],
    [120, 'sign_in_failed', 2, { method: 'password' }],
    [220, 'api_key_made', 0, { name: 'nightly' }],
    [221, 'confirmed', 0, { method: 'totp' }],
    [300, 'device_trusted', 1],
    [400, 'signed_in', 0, { method: 'totp' }],
    [430, 'backup_codes_made', 0],
    [431, 'factor_added', 0, { method: 'email' }],
    [432, 'factor_added', 0, { method: 'totp' }],
    [433, 'password_changed', 0],
    [434, 'sessions_ended', 0, { count: '4' }],
    [600, 'sign_in_blocked', 2, { method: 'password' }],
  ]
const OLDER: SecurityEvent['kind'][] = [
  'signed_in',
  'signed_out',
  'sign_in_failed',
  'signed_in',
  'session_ended',
]

/**
 * What the safety of Maren's account looks like after a while. Her sessions are open, and none was
 * confirmed lately.
 */
function seedIdentity(): IdentityState {
  const state = emptyIdentity()
  const userId = MAREN.id
  SESSIONS.forEach(([ending, name, kind, address, methods, opened, seen], at) => {
    const token = sessionToken(userId) + ending
    state.sessions.set(token, {
      token,
      userId,
      confirmedAt: null,
      session: {
        id: id(2, at + 1),
        name,
        kind,
        address,
        methods: [...methods],
        created_at: ago(opened),
        last_seen_at: ago(seen),
        expires_at: inDays(30),
      },
    })
  })
  state.sessions.set(sessionToken(INES.id), {
    token: sessionToken(INES.id),
    userId: INES.id,
    confirmedAt: Date.now(),
    session: {
      id: id(2, 9),
      name: 'Firefox 144 on Linux',
      kind: 'desktop',
      address: '192.0.2.14',
      methods: ['password'],
      created_at: ago(1),
      last_seen_at: ago(0),
      expires_at: inDays(30),
    },
  })
  state.factors.push(
    { userId, method: 'totp', target: null, added_at: ago(432), last_used_at: ago(2) },
    { userId, method: 'email', target: 'm•••••@harbour.example', added_at: ago(431), last_used_at: null },
  )
  state.backupCodes.set(userId, {
    codes: ['7H2K-QX9M', 'P4WD-31VT'],
    generated_at: ago(430),
    expires_at: inDays(347),
  })
  state.devices.push(device(1, 'Firefox on Linux', ago(312), 17), device(2, 'iPhone', ago(624), 4))
  state.identities.push({
    userId,
    id: id(4, 1),
    provider: 'github',
    label: 'GitHub',
    email: MAREN.email,
    subject: 'maren',
    created_at: ago(2000),
    last_used_at: ago(900),
  })
  state.keys.push(
    apiKey(1, 'nightly', 'fw_7Hq2', 220, 3, null),
    apiKey(2, 'Office scanner', 'fw_Zk81', 1900, null, -1),
  )
  const older = Array.from({ length: 24 }, (_, at): (typeof EVENTS)[number] => [
    700 + at * 61,
    OLDER[at % OLDER.length] ?? 'signed_in',
    at % 3,
  ])
  ;[...EVENTS, ...older].forEach(([hours, kind, where, detail = {}], at) => {
    const from = SESSIONS[where] ?? SESSIONS[0]
    state.events.push({
      userId,
      id: id(6, at + 1),
      kind,
      at: ago(hours),
      address: from[3],
      device: from[1],
      detail,
    })
  })
  return state
}

const device = (at: number, name: string, created_at: string, daysLeft: number) => ({
  userId: MAREN.id,
  id: id(3, at),
  name,
  address: '192.0.2.14',
  created_at,
  last_used_at: ago(at * 20),
  expires_at: inDays(daysLeft),
})

function apiKey(
  at: number,
  name: string,
  prefix: string,
  made: number,
  used: number | null,
  days: number | null,
): IdentityState['keys'][number] {
  return {
    owner: MAREN.id,
    userId: MAREN.id,
    key: `${prefix}-mock-key`,
    apiKey: {
      id: id(5, at),
      name,
      prefix,
      scopes: ['convert:read', 'convert:write', 'history:read'],
      created_by: MAREN.id,
      created_at: ago(made),
      expires_at: days === null ? null : inDays(days),
      last_used_at: used === null ? null : ago(used),
      last_used_address: used === null ? null : '203.0.113.20',
    },
  }
}
