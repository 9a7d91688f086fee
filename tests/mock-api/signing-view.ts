import type { SignerState, SigningView } from '../../contract/signing-public.ts'
import type { StoredRecipient, StoredSigning } from './stored-signing.ts'

/** What a locked link shows of its document. */
export const NOTHING_SHOWN = {
  title: null,
  message: null,
  note: null,
  others: [],
  document: null,
  fields: [],
  shown: [],
  deadline_at: null,
  acted_at: null,
  ended_at: null,
  reason: null,
  result: null,
} satisfies Partial<SigningView>

const OTHERS = {
  waiting: 'waiting',
  invited: 'acting',
  viewed: 'acting',
  done: 'done',
  declined: 'declined',
  delegated: 'done',
} as const

export const mayRead = ({ role, state }: StoredRecipient): boolean =>
  role !== 'copy' && state !== 'waiting' && state !== 'delegated'

function stateOf(session: StoredSigning, me: StoredRecipient, paused: boolean): SignerState {
  if (me.state === 'delegated') return 'delegated'
  if (paused) return 'paused'
  if (session.state !== 'open') return session.state === 'draft' ? 'waiting' : session.state
  if (me.state === 'waiting' || me.state === 'done' || me.state === 'declined') return me.state
  return 'open'
}

/** What a recipient's page shows now. */
export function viewOf(
  session: StoredSigning,
  me: StoredRecipient,
  {
    sender,
    locked,
    url,
    paused,
  }: { sender: string; locked: 'code' | 'email' | null; url: string; paused: boolean },
): SigningView {
  const state = stateOf(session, me, paused)
  const common = {
    state,
    locked,
    sender: { name: sender, initial: sender.charAt(0).toUpperCase() },
    me: {
      name: me.name,
      email_hint: me.email.replace(/^(.).*(?=@)/u, '$1••••'),
      role: me.role,
      may_delegate: me.may_delegate,
    },
  }
  if (locked) return { ...common, ...NOTHING_SHOWN }
  const { content: _, ...document } = session.document
  const { recipients, fields, result } = session
  const others = recipients.filter(({ id, state }) => id !== me.id && state !== 'delegated')
  const readable = mayRead(me) && (state === 'open' || state === 'done')
  return {
    ...common,
    title: session.title,
    message: session.message,
    note: me.message,
    others: others.map(({ name, role, state }) => ({ name, role, state: OTHERS[state] })),
    document: readable ? { ...document, download_url: `${url}document/` } : null,
    fields:
      state === 'open'
        ? fields
            .filter(({ recipient_id }) => recipient_id === me.id)
            .map(({ recipient_id: _r, form_field: _f, ...field }) => field)
        : [],
    shown: readable && session.showSignatures ? shownOf(session, others) : [],
    deadline_at: session.deadlineAt,
    acted_at: me.done_at,
    ended_at: session.endedAt,
    reason:
      state === 'voided'
        ? session.voidReason
        : (recipients.find((one) => one.state === 'declined')?.decline_reason ?? null),
    result: result && state === 'completed' ? { ...result, download_url: `${url}result/` } : null,
  }
}

/** What those who have acted have written. */
const shownOf = ({ fields }: StoredSigning, others: readonly StoredRecipient[]): SigningView['shown'] =>
  fields.flatMap(({ recipient_id, kind, places, id, value, read_only }) => {
    const by = others.find((one) => one.id === recipient_id && one.state === 'done')
    return by ? [{ kind, places, value: read_only ? value : (by.values[id] ?? null), by: by.name }] : []
  })
