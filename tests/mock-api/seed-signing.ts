import type { SigningField } from '../../contract/signing.ts'
import type { SessionState } from '../../contract/signing-states.ts'
import {
  emptyPdf,
  emptySigning,
  newRecipient,
  type SigningStore,
  type StoredRecipient,
  type StoredSigning,
  type StoredTemplate,
} from './stored-signing.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

type Person = Partial<StoredRecipient> & Pick<StoredRecipient, 'name'>
type Seed = [title: string, state: SessionState, pages: number, people: Person[], problem?: string]

const SEEDS: Seed[] = [
  ['Lease, 14 Harbour Row', 'open', 12, [{ name: 'Inês Almeida' }, { name: 'Tomasz Okafor', group: 2 }]],
  [
    'Charter agreement 2027',
    'open',
    4,
    [
      { name: 'Jonas Lindqvist', state: 'done' },
      { name: 'Ada Brandt', role: 'approver', state: 'viewed', group: 2 },
      { name: 'Harbour office', role: 'copy', group: 3 },
    ],
  ],
  ['Mooring licence', 'draft', 2, [{ name: 'Inês Almeida', access: 'email' }]],
  ['Crew contract, Lindqvist', 'completed', 6, [{ name: 'Jonas Lindqvist', state: 'done' }]],
  ['Insurance, amendment 3', 'declined', 3, [{ name: 'Ada Brandt', state: 'declined' }]],
  ['Berth swap', 'voided', 1, [{ name: 'Tomasz Okafor', state: 'viewed' }]],
  ['Dry dock, winter slot', 'expired', 2, [{ name: 'Inês Almeida', state: 'viewed' }]],
  [
    'Tender response vol 2',
    'sealing',
    9,
    [{ name: 'Jonas Lindqvist', state: 'done', legible: false }],
    'An image of a signature cannot be read.',
  ],
]

/** One in every state, of one owner. */
export function seedSigning(owner: string, now = Date.now()): SigningStore {
  const store = emptySigning()
  SEEDS.forEach(([title, state, pages, people, problem], index) => {
    const at = (away: number) => new Date(now - (index + 1) * 9 * HOUR + away).toISOString()
    const id = (kind: number, number: number) =>
      `018f2d6e-5${index}${kind}0-7000-8000-${String(number + 1).padStart(12, '0')}`
    const sent = state !== 'draft'
    const ended = ['completed', 'declined', 'voided', 'expired'].includes(state)
    const recipients = people.map((given, number) => {
      const invited = sent && (given.group ?? 1) === 1 ? 'invited' : 'waiting'
      const one = newRecipient({
        id: id(1, number),
        email: `${given.name
          .toLowerCase()
          .normalize('NFKD')
          .replace(/[^a-z]+/g, '.')}@harbour.example`,
        state: invited,
        ...given,
      })
      if (one.state !== 'waiting') one.invited_at = at(HOUR)
      if (one.state !== 'waiting' && one.state !== 'invited') one.viewed_at = at(2 * HOUR)
      if (one.state === 'done') one.done_at = at(3 * HOUR)
      if (one.state === 'declined') one.decline_reason = 'The premium on page 2 is not what we agreed.'
      return one
    })
    const content = emptyPdf(pages)
    const sha256 = id(0, 0).replaceAll('-', '').repeat(2)
    const fileName = `${title}.pdf`
    const document = { file_name: fileName, size_bytes: content.length, pages, sha256, content }
    const result = { file_name: `${title}, signed.pdf`, size_bytes: content.length, sha256 }
    store.sessions.push({
      id: id(0, index),
      owner,
      state,
      title,
      message: index === 0 ? 'Please sign both places by Friday.' : '',
      document,
      recipients,
      fields: recipients
        .filter(({ role }) => role === 'signer')
        .map((one, number) => signature(id(2, number), one.id, pages)),
      showSignatures: false,
      deadlineAt:
        state === 'expired' ? at(4 * HOUR) : state === 'open' ? new Date(now + 6 * DAY).toISOString() : null,
      reminders: index === 0 ? { first_after_days: 2, every_days: 3 } : null,
      result: state === 'completed' ? result : null,
      problem: problem ?? null,
      voidReason: state === 'voided' ? 'We found another berth.' : null,
      createdAt: at(0),
      updatedAt: at(3 * HOUR),
      sentAt: sent ? at(HOUR) : null,
      endedAt: ended ? at(4 * HOUR) : null,
      events: eventsOf(recipients, sent, at),
    })
  })
  const from = store.sessions.find(({ state }) => state === 'completed')
  if (from) store.templates.push(templateOf(from))
  return store
}

/** What is signed again and again. */
function templateOf(session: StoredSigning): StoredTemplate {
  const { owner, document, recipients, fields, createdAt } = session
  const { content: _, ...shown } = document
  return {
    owner,
    message: '',
    document,
    fields,
    showSignatures: false,
    reminders: null,
    shown: {
      id: '018f2d6e-7000-7000-8000-000000000001',
      name: 'Crew contract',
      title: 'Crew contract',
      document: shown,
      recipients: recipients.map(({ id, role, group }) => ({ id, name: 'Crew member', role, group })),
      fields: fields.length,
      created_at: createdAt,
      updated_at: createdAt,
    },
  }
}

const signature = (id: string, recipient_id: string, page: number): SigningField => ({
  id,
  recipient_id,
  kind: 'signature',
  places: [{ page, rect: { x: 72, y: 100, width: 180, height: 48 } }],
  label: '',
  help: '',
  required: true,
  value: null,
  read_only: false,
  options: [],
  max_length: null,
  min: null,
  max: null,
  form_field: null,
})

function eventsOf(
  recipients: readonly StoredRecipient[],
  sent: boolean,
  at: (away: number) => string,
): SigningStore['sessions'][number]['events'] {
  const base = { ip: '192.0.2.14', device: 'Firefox 144 on Linux', facts: {} }
  const owner = { ...base, who: 'Maren Okafor', recipient_id: null }
  const of = ({ id, name, email }: StoredRecipient) => ({
    ...base,
    who: `${name} <${email}>`,
    recipient_id: id,
  })
  return [
    { event: 'created', at: at(0), ...owner },
    ...(sent ? [{ event: 'sent' as const, at: at(HOUR), ...owner }] : []),
    ...recipients.flatMap((one) => [
      ...(one.invited_at ? [{ event: 'invited' as const, at: one.invited_at, ...of(one) }] : []),
      ...(one.viewed_at ? [{ event: 'viewed' as const, at: one.viewed_at, ...of(one) }] : []),
      ...(one.done_at ? [{ event: 'acted' as const, at: one.done_at, ...of(one) }] : []),
      ...(one.state === 'declined' ? [{ event: 'declined' as const, at: at(4 * HOUR), ...of(one) }] : []),
    ]),
  ]
}
