import type { BusinessEvent } from '../../contract/business-events.ts'
import type { BusinessUserStatus, DocumentKind, DocumentStatus } from '../../contract/business-states.ts'
import { NO_POLICIES } from '../../contract/businesses.ts'
import type { Role } from '../../contract/permissions.ts'
import { INES, MAREN, newUser } from './accounts.ts'
import type { Db } from './db.ts'
import { seedConversions } from './seed.ts'
import { seedFiles } from './seed-files.ts'
import { seedShares } from './seed-shares.ts'
import {
  EMPTY_PROFILE,
  type StoredBusiness,
  type StoredDocument,
  type StoredMember,
} from './stored-businesses.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const away = (time: number) => new Date(Date.now() + time).toISOString()
const ago = (time: number) => away(-time)
const id = (group: string, at: number) => `018f2d6e-${group}-7000-8000-${String(at).padStart(12, '0')}`

const HARBOUR = id('7000', 1)
const NORDLICHT = id('7000', 2)

/** Colleagues of Maren: names, role, status, and whether they have a second factor. */
const COLLEAGUES: [first: string, last: string, role: Role, status: BusinessUserStatus, factor: boolean][] = [
  ['Tiago', 'Ferreira', 'admin', 'active', true],
  ['Lena', 'Moreau', 'manager', 'active', true],
  ['Joon', 'Park', 'employee', 'active', false],
  ['Amara', 'Nwosu', 'employee', 'suspended', false],
  ['Sofia', 'Lindqvist', 'billing', 'active', true],
  ['Noah', 'Weber', 'viewer', 'active', false],
]
const colleagueId = (at: number) => id('0000', 11 + at)

/** Two businesses of Maren's: one in full use, and one whose verification is in review. */
export function seedBusinesses(db: Db): void {
  COLLEAGUES.forEach(([first_name, last_name, , , mfa_enabled], at) => {
    const username = first_name.toLowerCase()
    const user = newUser({ id: colleagueId(at), username, email: `${username}@harbour.example` })
    Object.assign(user, {
      first_name,
      last_name,
      mfa_enabled,
      email_verified: true,
      created_at: ago(300 * DAY),
    })
    db.users.push({ user, password: 'harbour lights' })
  })
  db.businesses.businesses.push(harbour(), nordlicht())
  db.businesses.members.push(...members())
  db.businesses.events.push(...events())
  seedWork(db)
}

function business(
  given: Pick<StoredBusiness, 'id' | 'number' | 'publicId' | 'name'> & Partial<StoredBusiness>,
) {
  return {
    profile: EMPTY_PROFILE,
    isActive: true,
    status: 'active',
    statusReason: null,
    verification: 'unverified',
    verificationReason: null,
    policies: structuredClone(NO_POLICIES),
    documents: [],
    granted: 0,
    createdAt: ago(200 * DAY),
    updatedAt: ago(2 * DAY),
    submittedAt: null,
    verifiedAt: null,
    closedAt: null,
    ...given,
  } satisfies StoredBusiness
}

const harbour = (): StoredBusiness =>
  business({
    id: HARBOUR,
    number: 41,
    publicId: 'biz_7hq2m4kx9tpz3w5c',
    name: 'Harbour & Co',
    profile: {
      legal_name: 'Harbour & Company, Lda.',
      registration_number: '509442013',
      tax_id: 'PT509442013',
      industry: 'Real estate',
      website: 'https://harbour.example',
      email: 'office@harbour.example',
      phone: '+351 22 000 00 00',
      address_line1: '14 Harbour Row',
      address_line2: '2nd floor',
      city: 'Porto',
      state: 'Norte',
      postal_code: '4050-253',
      country: 'PT',
      description: 'Lets and manages offices and shops along the harbour.',
    },
    verification: 'verified',
    verificationReason: 'All documents are in order.',
    policies: {
      second_factor: { required: true, grace_days: 14, required_from: away(9 * DAY) },
      email_domains: ['harbour.example', 'partner.example'],
      links: { max_days: 30, password_required: false },
      buyers: ['owner', 'admin', 'billing'],
    },
    documents: (
      [
        ['registration_certificate', 'certidao-permanente.pdf'],
        ['proof_of_address', 'electricity-2026-02.pdf'],
        ['owner_identity', 'passport-okafor.png'],
        ['tax_registration', 'vat-registration.pdf'],
      ] as const
    ).map(([kind, name], at) => document(at + 1, kind, name, 'accepted', 190 * DAY)),
    granted: 5000,
    submittedAt: ago(188 * DAY),
    verifiedAt: ago(186 * DAY),
  })

const nordlicht = (): StoredBusiness =>
  business({
    id: NORDLICHT,
    number: 42,
    publicId: 'biz_n0rd11cht5tud10x',
    name: 'Nordlicht Studio',
    profile: {
      ...EMPTY_PROFILE,
      legal_name: 'Nordlicht Studio GmbH',
      registration_number: 'HRB 204417',
      industry: 'Design',
      website: 'https://nordlicht.example',
      email: 'hallo@nordlicht.example',
      address_line1: 'Speicherstraße 7',
      city: 'Hamburg',
      state: 'Hamburg',
      postal_code: '20457',
      country: 'DE',
    },
    status: 'pending',
    verification: 'in_review',
    documents: [
      document(11, 'registration_certificate', 'handelsregister.pdf', 'accepted', 12 * DAY),
      document(12, 'owner_identity', 'passport-okafor.png', 'accepted', 12 * DAY),
      document(13, 'proof_of_address', 'stromrechnung-2026-10.pdf', 'submitted', 2 * DAY),
      document(14, 'tax_registration', 'umsatzsteuer.pdf', 'submitted', 2 * DAY),
      {
        ...document(15, 'other', 'gesellschafterliste.pdf', 'rejected', 12 * DAY),
        reason: 'Page 2 is missing.',
      },
    ],
    createdAt: ago(14 * DAY),
    submittedAt: ago(2 * DAY),
  })

/** A small grey PNG. */
const GREY = 'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAECAAAAACWpiEsAAAAC0lEQVR4nGNgIAwAACQAAbZm3wQAAAAASUVORK5CYII='

/** One page with the name of the document on it. */
const pageWith = (text: string) =>
  new TextEncoder().encode(
    [
      '%PDF-1.4',
      '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj',
      '2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj',
      '3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents 4 0 R >> endobj',
      `4 0 obj << /Length ${text.length + 2} >> stream\n% ${text}\nendstream endobj`,
      'trailer << /Root 1 0 R >>',
      '%%EOF',
    ].join('\n'),
  )

function document(
  at: number,
  kind: DocumentKind,
  fileName: string,
  status: DocumentStatus,
  age: number,
): StoredDocument {
  const isPdf = fileName.endsWith('.pdf')
  return {
    id: id('7300', at),
    kind,
    fileId: null,
    fileName,
    format: isPdf ? 'pdf' : 'png',
    content: isPdf ? pageWith(fileName) : Uint8Array.from(atob(GREY), (char) => char.charCodeAt(0)),
    pages: isPdf ? 1 : null,
    status,
    reason: null,
    uploadedAt: ago(age),
    uploadedBy: MAREN.id,
    reviewedAt: status === 'accepted' || status === 'rejected' ? ago(age - DAY) : null,
  }
}

function member(
  at: number,
  given: Pick<StoredMember, 'businessId' | 'userId' | 'email' | 'role'> & Partial<StoredMember>,
): StoredMember {
  const joined = ago((180 - at * 9) * DAY)
  return {
    id: id('7100', at),
    grants: {},
    isPrimaryContact: false,
    status: 'active',
    invitedBy: null,
    invitedAt: null,
    token: null,
    expiresAt: null,
    joinedAt: joined,
    graceFrom: joined,
    lastActiveAt: ago(at * 7 * HOUR),
    remindedAt: null,
    createdAt: joined,
    updatedAt: joined,
    ...given,
  }
}

function members(): StoredMember[] {
  const maren = { userId: MAREN.id, email: MAREN.email, role: 'owner' as const }
  const invited = (at: number, email: string, role: Role, days: number): StoredMember =>
    member(at, {
      businessId: HARBOUR,
      userId: null,
      email,
      role,
      status: 'invited',
      invitedBy: MAREN.id,
      invitedAt: ago((7 - days) * DAY),
      token: `invitation-of-${email}`,
      expiresAt: away(days * DAY),
      joinedAt: null,
      graceFrom: null,
      lastActiveAt: null,
      createdAt: ago((7 - days) * DAY),
    })
  return [
    member(0, { businessId: HARBOUR, ...maren, isPrimaryContact: true }),
    ...COLLEAGUES.map(([first, , role, status], at) =>
      member(at + 1, {
        businessId: HARBOUR,
        userId: colleagueId(at),
        email: `${first.toLowerCase()}@harbour.example`,
        role,
        status,
        invitedBy: MAREN.id,
        ...(role === 'manager' && { grants: { 'audit:read': true } }),
      }),
    ),
    member(8, { businessId: HARBOUR, userId: INES.id, email: INES.email, role: 'employee' }),
    invited(9, 'ravi@partner.example', 'manager', 5),
    invited(10, 'elif@harbour.example', 'viewer', 1),
    member(20, { businessId: NORDLICHT, ...maren, isPrimaryContact: true, lastActiveAt: ago(3 * DAY) }),
    member(21, {
      businessId: NORDLICHT,
      userId: colleagueId(1),
      email: 'lena@harbour.example',
      role: 'manager',
      invitedBy: MAREN.id,
    }),
  ]
}

type Told = Pick<BusinessEvent, 'kind'> &
  Partial<Pick<BusinessEvent, 'target' | 'before' | 'after' | 'reason'>>

const by = (user_id: string | null, name: string, kind: BusinessEvent['actor']['kind']) => ({
  kind,
  user_id,
  name,
})
const BY_MAREN = by(MAREN.id, 'Maren Okafor', 'member')
const REVIEW = by(null, 'Filewright review', 'administrator')

/** What happened in each business, the oldest first. */
function events() {
  const status = (before: string, after: string, documents?: number) => ({
    before: { verification_status: before },
    after: { verification_status: after, ...(documents !== undefined && { documents }) },
  })
  const rows: [businessId: string, age: number, actor: BusinessEvent['actor'], told: Told][] = [
    [HARBOUR, 200 * DAY, BY_MAREN, { kind: 'business.created', target: 'Harbour & Co' }],
    [HARBOUR, 190 * DAY, BY_MAREN, { kind: 'document.added', target: 'certidao-permanente.pdf' }],
    [
      HARBOUR,
      188 * DAY,
      BY_MAREN,
      { kind: 'verification.submitted', ...status('unverified', 'submitted', 4) },
    ],
    [HARBOUR, 187 * DAY, REVIEW, { kind: 'verification.in_review', ...status('submitted', 'in_review') }],
    [
      HARBOUR,
      186 * DAY,
      REVIEW,
      {
        kind: 'verification.verified',
        ...status('in_review', 'verified'),
        reason: 'All documents are in order.',
      },
    ],
    [
      HARBOUR,
      185 * DAY,
      REVIEW,
      { kind: 'business.status_changed', before: { status: 'pending' }, after: { status: 'active' } },
    ],
    ...COLLEAGUES.map(([first, last, role], at): (typeof rows)[number] => [
      HARBOUR,
      (171 - at * 9) * DAY,
      by(colleagueId(at), `${first} ${last}`, 'invited'),
      { kind: 'member.joined', target: `${first} ${last}`, after: { status: 'active', role } },
    ]),
    [
      HARBOUR,
      20 * DAY,
      by(colleagueId(0), 'Tiago Ferreira', 'member'),
      {
        kind: 'member.suspended',
        target: 'Amara Nwosu',
        before: { status: 'active' },
        after: { status: 'suspended' },
      },
    ],
    [NORDLICHT, 14 * DAY, BY_MAREN, { kind: 'business.created', target: 'Nordlicht Studio' }],
    [NORDLICHT, 12 * DAY, BY_MAREN, { kind: 'document.added', target: 'stromrechnung-2026-05.pdf' }],
    [
      NORDLICHT,
      11.5 * DAY,
      BY_MAREN,
      { kind: 'verification.submitted', ...status('unverified', 'submitted', 5) },
    ],
    [
      NORDLICHT,
      11 * DAY,
      REVIEW,
      {
        kind: 'document.rejected',
        target: 'stromrechnung-2026-05.pdf',
        reason: 'It is older than three months.',
      },
    ],
    [
      NORDLICHT,
      11 * DAY - 1,
      REVIEW,
      {
        kind: 'verification.rejected',
        ...status('submitted', 'rejected'),
        reason: 'The proof of address is older than three months.',
      },
    ],
    [
      HARBOUR,
      5 * DAY,
      BY_MAREN,
      {
        kind: 'business.policies_updated',
        before: { second_factor: { required: false } },
        after: { second_factor: { required: true } },
      },
    ],
    [
      HARBOUR,
      2 * DAY + HOUR,
      BY_MAREN,
      { kind: 'member.invited', target: 'ravi@partner.example', after: { role: 'manager' } },
    ],
    [NORDLICHT, 2 * DAY, BY_MAREN, { kind: 'document.added', target: 'stromrechnung-2026-10.pdf' }],
    [
      NORDLICHT,
      2 * DAY - 1,
      BY_MAREN,
      { kind: 'verification.submitted', ...status('rejected', 'submitted', 2) },
    ],
    [NORDLICHT, DAY, REVIEW, { kind: 'verification.in_review', ...status('submitted', 'in_review') }],
  ]
  return rows.map(([businessId, age, actor, told], at) => ({
    businessId,
    id: id('7200', at + 1),
    at: ago(age),
    actor,
    target: null,
    before: {},
    after: {},
    reason: null,
    address: actor === REVIEW ? null : '192.0.2.14',
    ...told,
  }))
}

const NAMES = [
  'Tenancy agreement, 3 Quay Street.pdf',
  'Floor plan, Warehouse B.png',
  'Rent roll 2026-11.xlsx',
  'Fire safety report 2026.pdf',
  'Viewing, Warehouse B.mp4',
  'Service charges 2027.docx',
  'Letterhead.svg',
]

/** Files, conversions and links that belong to Harbour & Co and that its members made. */
function seedWork(db: Db): void {
  const makers = [MAREN.id, colleagueId(1), colleagueId(2)]
  const maker = (at: number) => makers[at % makers.length] ?? MAREN.id
  // The seeds of one person, under ids of their own.
  const own = <T>(rows: T): T =>
    JSON.parse(JSON.stringify(rows).replace(/018f2d6e-([1-4])000-7000/g, '018f2d6e-$1700-7000'))
  const files = own(seedFiles(HARBOUR, NAMES.length)).map((file, at) => ({
    ...file,
    name: NAMES[at] ?? file.name,
    createdBy: maker(at),
    conversionId: null,
  }))
  db.storage.files.push(...files)
  seedConversions(12).forEach((conversion, at) => {
    const created_by = maker(at)
    db.conversions.push({
      conversion: { ...own(conversion), created_by },
      owner: HARBOUR,
      createdBy: created_by,
      plan: null,
    })
  })
  const { shares } = seedShares(files)
  db.shares.shares.push(...own(shares.slice(0, 3)).map((share, at) => ({ ...share, createdBy: maker(at) })))
}
