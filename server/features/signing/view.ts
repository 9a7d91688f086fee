import { and, asc, eq, sql } from 'drizzle-orm'
import type { SignerState, SigningView } from '../../../contract/signing-public.ts'
import type { Context } from '../../core/context.ts'
import { type SigningRecipientRow, signingEvents, signingRecipients } from '../../core/schema.ts'
import { senderOf } from '../../core/senders.ts'
import { appendRepeatedEvent, recipientActor } from '../../core/signing/locked-session.ts'
import { requiredChallenge } from './access-gate.ts'
import { type Found, findLink, isLate, withLink } from './find-link.ts'

const instant = (at: Date | null) => at?.toISOString() ?? null
const SIGN = '/api/v1/pdf_handler/signing/sign/'

/** What a recipient's page shows now. @throws ApiProblem not_found */
export async function viewLink(ctx: Context, token: string): Promise<SigningView> {
  const found = await findLink(ctx, token)
  const { session, me } = found
  const all = await ctx.platform.db
    .select()
    .from(signingRecipients)
    .where(eq(signingRecipients.sessionId, session.id))
    .orderBy(asc(signingRecipients.position))
  const { name } = await senderOf(ctx.platform.db, session)
  const common = {
    state: stateOf(ctx, found),
    sender: { name, initial: [...name][0]?.toUpperCase() ?? 'F' },
    me: { name: me.name, email_hint: hintOf(me.email), role: me.role, may_delegate: me.mayDelegate },
  }
  const locked = requiredChallenge(ctx, me)
  if (locked) return { ...common, ...NOTHING, locked }
  await noteOpened(ctx, token, found)
  return { ...common, locked: null, ...openView(ctx, token, found, common.state, all) }
}

/** Notes once for each address and device that the link was opened there. */
async function noteOpened(ctx: Context, token: string, { session, me }: Found) {
  if (ctx.isHead || session.state !== 'open') return
  const { ip, device } = recipientActor(ctx, me)
  const [before] = await ctx.platform.db
    .select({ number: signingEvents.number })
    .from(signingEvents)
    .where(
      and(
        eq(signingEvents.sessionId, session.id),
        eq(signingEvents.recipientId, me.id),
        eq(signingEvents.event, 'opened'),
        sql`${signingEvents.ip} is not distinct from ${ip} and ${signingEvents.device} is not distinct from ${device}`,
      ),
    )
    .limit(1)
  if (before) return
  await withLink(ctx, token, (ctx, tx, locked, now) =>
    appendRepeatedEvent(ctx.platform, tx, locked, 'opened', recipientActor(ctx, now)),
  )
}

const NOTHING = {
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

function openView(
  ctx: Context,
  token: string,
  { session, me }: Found,
  state: SignerState,
  all: readonly SigningRecipientRow[],
) {
  const url = (part: string) => `${ctx.origin}${SIGN}${token}/${part}/`
  const readable = mayRead(me) && (state === 'open' || state === 'done')
  const others = all.filter(({ id, state }) => id !== me.id && state !== 'delegated')
  const { result } = session
  return {
    title: session.title,
    message: session.message,
    note: me.message,
    others: others.map(({ name, role, state }) => ({ name, role, state: OTHERS[state] })),
    document: readable
      ? {
          file_name: session.fileName,
          size_bytes: session.sizeBytes,
          pages: session.pages,
          sha256: session.sha256,
          download_url: url('document'),
        }
      : null,
    fields:
      state === 'open'
        ? session.fields
            .filter(({ recipient_id }) => recipient_id === me.id)
            .map(({ recipient_id: _, form_field: __, ...field }) => field)
        : [],
    shown: readable && session.showSignatures ? shownOf(session.fields, others) : [],
    deadline_at: instant(session.deadlineAt),
    acted_at: instant(me.doneAt),
    ended_at: instant(session.endedAt),
    reason:
      state === 'voided'
        ? session.voidReason
        : (all.find((one) => one.state === 'declined')?.declineReason ?? null),
    result:
      result && state === 'completed'
        ? {
            file_name: result.file_name,
            size_bytes: result.size_bytes,
            sha256: result.sha256,
            download_url: url('result'),
          }
        : null,
  }
}

const OTHERS = {
  waiting: 'waiting',
  invited: 'acting',
  viewed: 'acting',
  done: 'done',
  declined: 'declined',
  delegated: 'done',
} as const

/** Whose turn has not come yet reads nothing; whoever only gets a copy reads the result. */
export const mayRead = ({ role, state }: SigningRecipientRow): boolean =>
  role !== 'copy' && state !== 'waiting' && state !== 'delegated'

/**
 * What those who have acted have written; signatures themselves are seen by nobody before the end.
 */
function shownOf(fields: Found['session']['fields'], others: readonly SigningRecipientRow[]) {
  return fields.flatMap(({ recipient_id, kind, places, id, value, read_only }) => {
    const by = others.find((one) => one.id === recipient_id && one.state === 'done')
    if (!by) return []
    return [{ kind, places, value: read_only ? value : (by.values[id] ?? null), by: by.name }]
  })
}

/** How it stands for the person whose link it is. */
function stateOf(ctx: Context, { session, me }: Found): SignerState {
  if (me.state === 'delegated') return 'delegated'
  if (isLate(ctx, session)) return 'expired'
  if (session.state === 'open' && session.paused) return 'paused'
  if (session.state !== 'open') return session.state === 'draft' ? 'waiting' : session.state
  if (me.state === 'waiting') return 'waiting'
  if (me.state === 'done') return 'done'
  return me.state === 'declined' ? 'declined' : 'open'
}

/** `maren@example.org` → `m••••@example.org` */
const hintOf = (email: string) => email.replace(/^(.).*(?=@)/u, '$1••••')
