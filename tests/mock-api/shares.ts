import type { shareEndpoints } from '../../contract/shares.ts'
import { isMadeBy } from './creator.ts'
import type { Db } from './db.ts'
import { type Actor, type AreaHandlers, MockProblem, type MockRequest } from './handler.ts'
import { now } from './identity.ts'
import { pageOf } from './page.ts'
import { publicShareHandlers } from './public-shares.ts'
import { storedFile } from './stored-files.ts'
import { presentShare, presentShared, type StoredShare, stateOf } from './stored-shares.ts'

type Handlers = AreaHandlers<keyof typeof shareEndpoints>

const originOf = (request: Request) => new URL(request.url).origin

function mine(db: Db, actor: Actor, id: string): StoredShare {
  const found = db.shares.shares.find((one) => one.owner === actor.id && one.id === id)
  if (!found) throw new MockProblem('not_found', 'Share link not found.')
  return found
}

const inFuture = (at: string | null | undefined) => {
  if (at && Date.parse(at) <= Date.now())
    throw new MockProblem('invalid_request', 'The expiry is in the past. Choose a later time.', {
      errors: [{ path: 'expires_at', message: 'In the future.' }],
    })
}

/** What the policies of the business ask of a link. */
export function refuseByPolicy(
  { business }: Actor,
  { expiresAt, hasPassword }: { expiresAt: string | null | undefined; hasPassword: boolean },
) {
  if (!business) return
  const { max_days, password_required } = business.policies.links
  const latest = max_days === null ? Number.POSITIVE_INFINITY : Date.now() + max_days * 86_400_000
  const errors = [
    ...(latest < (expiresAt ? Date.parse(expiresAt) : Number.POSITIVE_INFINITY)
      ? [{ path: 'expires_at', message: `At most ${max_days} days from now.` }]
      : []),
    ...(password_required && !hasPassword ? [{ path: 'password', message: 'A password is required.' }] : []),
  ]
  if (errors.length > 0)
    throw new MockProblem('share_rule', `“${business.name}” has rules for links. See errors.`, { errors })
}

/** The caller's own file, or the result of a conversion of theirs, by any of the three names. */
function targetOf(
  db: Db,
  actor: Actor,
  json: { file_id?: string | undefined; conversion_id?: string | undefined; s3_key?: string | undefined },
) {
  const files = db.storage.files.filter((one) => one.owner === actor.id && !one.deletedAt)
  const file = json.file_id
    ? storedFile(db, actor, json.file_id)
    : json.s3_key && files.find(({ key }) => key === json.s3_key)
  if (file) return { fileId: file.id, conversionId: null, name: file.name }
  const conversion = db.conversions.find(
    ({ owner, conversion }) =>
      owner === actor.id &&
      (json.conversion_id
        ? conversion.conversion_id === json.conversion_id
        : conversion.output?.s3_key === json.s3_key),
  )?.conversion
  if (!conversion) throw new MockProblem('not_found', 'There is no such file of yours.')
  if (conversion.status !== 'completed')
    throw new MockProblem('not_finished', 'The conversion has no result to share.')
  if (!conversion.download_url || !conversion.output)
    throw new MockProblem('expired', 'The converted file has expired and is deleted.')
  return { fileId: null, conversionId: conversion.conversion_id, name: conversion.output.filename }
}

const answerWith = ({ db, request }: Pick<MockRequest<never>, 'db' | 'request'>, share: StoredShare) =>
  presentShare(db, share, originOf(request))

export const shareHandlers: Handlers = {
  listShares({ db, actor, query, request }) {
    if (query.q === 'boom') throw new MockProblem('internal', 'This search fails on purpose.')
    const text = query.q?.trim().toLowerCase()
    const found = db.shares.shares
      .filter(
        (one) =>
          one.owner === actor.id &&
          isMadeBy(one, query.created_by) &&
          (!query.state || stateOf(db, one) === query.state) &&
          (!query.file_id || one.fileId === query.file_id) &&
          (!query.conversion_id || one.conversionId === query.conversion_id) &&
          (!text ||
            one.name.toLowerCase().includes(text) ||
            presentShared(db, one).file_name.toLowerCase().includes(text)),
      )
      .sort((a, b) => (query.sort_dir === 'asc' ? 1 : -1) * a.createdAt.localeCompare(b.createdAt))
    const page = pageOf(found, query)
    return {
      status: 200,
      body: { ...page, results: page.results.map((one) => presentShare(db, one, originOf(request))) },
    }
  },
  createShare({ db, actor, json, request }) {
    inFuture(json.expires_at)
    refuseByPolicy(actor, { expiresAt: json.expires_at, hasPassword: json.password !== null })
    const { name, ...target } = targetOf(db, actor, json)
    const share: StoredShare = {
      id: crypto.randomUUID(),
      owner: actor.id,
      createdBy: actor.user?.id ?? null,
      generation: 0,
      ...target,
      name: json.name ?? name,
      message: json.message,
      password: json.password,
      gate: json.email_gate,
      preview: json.allow_preview,
      notify: json.notify,
      maxDownloads: json.max_downloads,
      downloads: 0,
      views: 0,
      expiresAt: json.expires_at && new Date(json.expires_at).toISOString(),
      revokedAt: null,
      lastViewedAt: null,
      lastDownloadedAt: null,
      createdAt: now(),
    }
    db.shares.shares.unshift(share)
    return { status: 201, body: presentShare(db, share, originOf(request)) }
  },
  getShare: ({ db, actor, params, request }) => ({
    status: 200,
    body: answerWith({ db, request }, mine(db, actor, params.link_id)),
  }),
  updateShare({ db, actor, params, json, request }) {
    const share = mine(db, actor, params.link_id)
    inFuture(json.expires_at)
    refuseByPolicy(actor, {
      expiresAt: json.expires_at === undefined ? share.expiresAt : json.expires_at,
      hasPassword: (json.password === undefined ? share.password : json.password) !== null,
    })
    if (json.max_downloads != null && json.max_downloads < share.downloads)
      throw new MockProblem('invalid_request', `The link already has ${share.downloads} downloads.`, {
        errors: [{ path: 'max_downloads', message: `At least ${share.downloads}.` }],
      })
    if (json.name !== undefined) share.name = json.name
    if (json.message !== undefined) share.message = json.message
    if (json.expires_at !== undefined)
      share.expiresAt = json.expires_at && new Date(json.expires_at).toISOString()
    if (json.password !== undefined) share.password = json.password
    if (json.max_downloads !== undefined) share.maxDownloads = json.max_downloads
    if (json.email_gate !== undefined) share.gate = json.email_gate
    if (json.notify !== undefined) share.notify = json.notify
    if (json.allow_preview !== undefined) share.preview = json.allow_preview
    return { status: 200, body: answerWith({ db, request }, share) }
  },
  renewShare({ db, actor, params, request }) {
    const share = mine(db, actor, params.link_id)
    share.generation += 1
    return { status: 200, body: answerWith({ db, request }, share) }
  },
  revokeShare({ db, actor, params }) {
    mine(db, actor, params.link_id).revokedAt ??= now()
    return { status: 204 }
  },
  listShareEvents({ db, actor, params, query }) {
    const share = mine(db, actor, params.link_id)
    const events = db.shares.events.filter(({ shareId }) => shareId === share.id)
    const page = pageOf(query.sort_dir === 'asc' ? events.toReversed() : events, query)
    return { status: 200, body: { ...page, results: page.results.map(({ shareId: _, ...event }) => event) } }
  },
  ...publicShareHandlers,
}
