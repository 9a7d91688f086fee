import { Readable } from 'node:stream'
import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import { ZipFile } from 'yazl'
import { presentPurchase } from '../../core/billing/present-purchase.ts'
import { type Context, requirePerson } from '../../core/context.ts'
import { presentConversion } from '../../core/present-conversion.ts'
import { presentUser } from '../../core/present-user.ts'
import {
  apiKeys,
  businesses,
  businessUsers,
  conversions,
  creditEntries,
  factors,
  identities,
  notificationSettings,
  pipelineRuns,
  pipelines,
  purchases,
  scanPages,
  scanPhones,
  scanSessions,
  securityEvents,
  sessions,
  shareEvents,
  shares,
  signingEvents,
  signingRecipients,
  signingSessions,
  signingTemplates,
  trustedDevices,
  userFiles,
} from '../../core/schema.ts'
import { recordEvent } from '../../core/security-events.ts'

const PAGE = 1000

const README = `What this instance of Filewright knows of your account.

profile.json          name, addresses, language, time zone
sign-in.json          second steps, connected providers, API keys, sessions, trusted devices; no secrets, which only you have
security-log.json     what happened to the account's safety
credits.json          where each credit came from and went
purchases.json        what you bought, as the API has it; invoices can be downloaded in Billing
files.json            the files in your storage, deleted ones that can still be brought back too
pipelines.json        your pipelines and what they were run on, without their passwords
shares.json           your share links, and who looked and downloaded by them
scans.json            your scan sessions of the last 30 days, with their phones and pages
signing.json          your signing sessions, who had a part in them, what they filled in and everything that happened, and your templates
businesses.json       businesses that you are or were a member of, or are invited to, with your role
notifications.json    until when you have read notifications, and which groups you have muted, for you and for each business
conversions.jsonl     every conversion, one a line, as the API has it

The files themselves are in Storage and in History, where all that are still kept can be downloaded as a ZIP.
`

/**
 * Everything that is known of the account, as a ZIP that is written while it is read. Conversions
 * come a thousand at a time: a long history is never in memory.
 */
export async function exportMe(ctx: Context): Promise<Readable> {
  // A person owns under their own id. What businesses own is exported there.
  const { userId: ownerId } = requirePerson(ctx)
  const { db } = ctx.platform
  if (!ctx.isHead) await recordEvent(ctx, db, ownerId, 'data_exported')
  const zip = new ZipFile()
  const bytes = zip.outputStream as Readable
  const fail = (error: unknown) => bytes.destroy(error as Error)
  zip.on('error', fail)
  const add = (name: string, value: unknown) =>
    zip.addBuffer(Buffer.from(`${JSON.stringify(value, null, 2)}\n`), name)
  zip.addBuffer(Buffer.from(README), 'README.txt')
  add('profile.json', await presentUser(db, ownerId))
  add('sign-in.json', await signInFacts(ctx, ownerId))
  add(
    'security-log.json',
    await db
      .select()
      .from(securityEvents)
      .where(eq(securityEvents.userId, ownerId))
      .orderBy(asc(securityEvents.createdAt)),
  )
  add(
    'credits.json',
    await db
      .select()
      .from(creditEntries)
      .where(eq(creditEntries.ownerId, ownerId))
      .orderBy(asc(creditEntries.id)),
  )
  add(
    'purchases.json',
    (
      await db
        .select()
        .from(purchases)
        .where(eq(purchases.ownerId, ownerId))
        .orderBy(asc(purchases.createdAt))
    ).map(presentPurchase),
  )
  const files = await db.select().from(userFiles).where(eq(userFiles.ownerId, ownerId))
  add(
    'files.json',
    files.map(({ objectKey: _, ...file }) => file),
  )
  add('pipelines.json', await pipelineFacts(ctx, ownerId))
  add('businesses.json', await membershipFacts(ctx, ownerId))
  add(
    'notifications.json',
    await db
      .select({
        owner_id: notificationSettings.ownerId,
        read_until: notificationSettings.readUntil,
        muted: notificationSettings.muted,
      })
      .from(notificationSettings)
      .where(eq(notificationSettings.userId, ownerId)),
  )
  add('shares.json', await shareFacts(ctx, ownerId))
  add('scans.json', await scanFacts(ctx, ownerId))
  add('signing.json', await signingFacts(ctx, ownerId))
  zip.addReadStreamLazy('conversions.jsonl', (done) => {
    const lines = Readable.from(conversionLines(ctx, ownerId))
    bytes.once('close', () => lines.destroy())
    lines.once('error', fail)
    done(null, lines)
  })
  zip.end()
  return bytes
}

/**
 * Sessions without their codes, phones, and pages without their photos, which are in no file that
 * lasts.
 */
async function scanFacts({ platform: { db } }: Context, ownerId: string) {
  const sessions = await db.select().from(scanSessions).where(eq(scanSessions.ownerId, ownerId))
  const ids = sessions.map(({ id }) => id)
  const phones = await db.select().from(scanPhones).where(inArray(scanPhones.sessionId, ids))
  const pages = await db.select().from(scanPages).where(inArray(scanPages.sessionId, ids))
  return sessions.map(({ codeHash: _, codeExpiresAt: _until, ...session }) => ({
    ...session,
    phones: phones.filter(({ sessionId }) => sessionId === session.id),
    pages: pages
      .filter(({ sessionId }) => sessionId === session.id)
      .map(({ previewKey: _preview, photoKey: _photo, ...page }) => page),
  }))
}

async function signInFacts({ platform: { db } }: Context, userId: string) {
  return {
    second_steps: await db
      .select({
        method: factors.method,
        phone: factors.phone,
        added_at: factors.addedAt,
        last_used_at: factors.lastUsedAt,
      })
      .from(factors)
      .where(eq(factors.userId, userId)),
    providers: await db
      .select({
        provider: identities.provider,
        subject: identities.subject,
        email: identities.email,
        connected_at: identities.createdAt,
      })
      .from(identities)
      .where(eq(identities.userId, userId)),
    api_keys: await db
      .select({
        name: apiKeys.name,
        prefix: apiKeys.prefix,
        scopes: apiKeys.scopes,
        created_at: apiKeys.createdAt,
        expires_at: apiKeys.expiresAt,
        last_used_at: apiKeys.lastUsedAt,
        last_used_address: apiKeys.lastUsedAddress,
      })
      .from(apiKeys)
      .where(eq(apiKeys.ownerId, userId)),
    sessions: await db
      .select({
        address: sessions.address,
        user_agent: sessions.userAgent,
        methods: sessions.methods,
        created_at: sessions.createdAt,
        last_seen_at: sessions.lastSeenAt,
      })
      .from(sessions)
      .where(eq(sessions.userId, userId)),
    trusted_devices: await db
      .select({
        address: trustedDevices.address,
        user_agent: trustedDevices.userAgent,
        created_at: trustedDevices.createdAt,
        last_used_at: trustedDevices.lastUsedAt,
      })
      .from(trustedDevices)
      .where(eq(trustedDevices.userId, userId)),
  }
}

async function pipelineFacts({ platform: { db } }: Context, ownerId: string) {
  const saved = await db.select().from(pipelines).where(eq(pipelines.ownerId, ownerId))
  const runs = await db.select().from(pipelineRuns).where(eq(pipelineRuns.ownerId, ownerId))
  return {
    pipelines: saved.map(({ secrets: _, ...pipeline }) => pipeline),
    runs: runs.map(({ secrets: _, ...run }) => run),
  }
}

async function membershipFacts({ platform: { db } }: Context, userId: string) {
  const found = await db
    .select({ member: businessUsers, businessId: businesses.publicId, business: businesses.name })
    .from(businessUsers)
    .innerJoin(businesses, eq(businesses.id, businessUsers.businessId))
    .where(eq(businessUsers.userId, userId))
    .orderBy(asc(businessUsers.createdAt))
  return found.map(({ member, businessId, business }) => ({
    business_id: businessId,
    business,
    status: member.status,
    role: member.role,
    permissions: member.permissions,
    is_primary_contact: member.isPrimaryContact,
    email: member.email,
    invited_at: member.invitedAt,
    joined_at: member.joinedAt,
    last_active_at: member.lastActiveAt,
    created_at: member.createdAt,
  }))
}

async function shareFacts({ platform: { db } }: Context, ownerId: string) {
  const links = await db.select().from(shares).where(eq(shares.ownerId, ownerId))
  const events = await db
    .select({ event: shareEvents })
    .from(shareEvents)
    .innerJoin(shares, eq(shares.id, shareEvents.shareId))
    .where(eq(shares.ownerId, ownerId))
    .orderBy(asc(shareEvents.createdAt))
  return links.map(({ tokenHash: _, passwordHash, ...link }) => ({
    ...link,
    has_password: passwordHash !== null,
    events: events.filter(({ event }) => event.shareId === link.id).map(({ event }) => event),
  }))
}

async function signingFacts({ platform: { db } }: Context, ownerId: string) {
  const own = eq(signingSessions.ownerId, ownerId)
  const ofOwn = db.select({ id: signingSessions.id }).from(signingSessions).where(own)
  const people = await db
    .select()
    .from(signingRecipients)
    .where(inArray(signingRecipients.sessionId, ofOwn))
    .orderBy(asc(signingRecipients.position))
  const events = await db
    .select()
    .from(signingEvents)
    .where(inArray(signingEvents.sessionId, ofOwn))
    .orderBy(asc(signingEvents.number))
  const templates = await db.select().from(signingTemplates).where(eq(signingTemplates.ownerId, ownerId))
  const sessions = await db.select().from(signingSessions).where(own)
  const peopleOf = Map.groupBy(people, ({ sessionId }) => sessionId)
  const eventsOf = Map.groupBy(events, ({ sessionId }) => sessionId)
  return {
    sessions: sessions.map(({ documentKey: _, sealRun: _run, result, ...session }) => ({
      ...session,
      result: result && { ...result, key: undefined },
      recipients: (peopleOf.get(session.id) ?? []).map(
        ({ tokenHash: _, accessCodeHash, generation: _g, signature, initials, ...one }) => ({
          ...one,
          has_access_code: accessCodeHash !== null,
          signature: signature && { how: signature.how, text: signature.text },
          initials: initials && { how: initials.how, text: initials.text },
        }),
      ),
      events: eventsOf.get(session.id) ?? [],
    })),
    templates: templates.map(({ documentKey: _, ...template }) => template),
  }
}

async function* conversionLines(ctx: Context, ownerId: string): AsyncGenerator<string> {
  let last: string | null = null
  for (;;) {
    const rows: (typeof conversions.$inferSelect)[] = await ctx.platform.db
      .select()
      .from(conversions)
      .where(
        and(
          eq(conversions.ownerId, ownerId),
          eq(conversions.service, false),
          last === null ? undefined : gt(conversions.id, last),
        ),
      )
      .orderBy(asc(conversions.id))
      .limit(PAGE)
    for (const row of rows) yield `${JSON.stringify(presentConversion(ctx, row))}\n`
    last = rows.at(-1)?.id ?? null
    if (rows.length < PAGE) return
  }
}
