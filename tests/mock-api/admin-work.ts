import type { z } from 'zod'
import type { adminWorkEndpoints, QuarantinedFile } from '../../contract/admin-work.ts'
import { presentMessage } from '../../server/core/present-message.ts'
import type { Db } from './db.ts'
import { formatOf } from './formats.ts'
import { type AreaHandlers, MockProblem } from './handler.ts'
import { now } from './identity.ts'
import { setStatus } from './outcome.ts'
import { pageOf } from './page.ts'
import { nameIn, recordAct, type StoredQuarantine } from './stored-admin.ts'

type Endpoints = typeof adminWorkEndpoints

const ownerOf = (db: Db, id: string): QuarantinedFile['owner'] => {
  const kind = db.users.some(({ user }) => user.id === id)
    ? 'user'
    : db.businesses.businesses.some((one) => one.id === id)
      ? 'business'
      : 'visitor'
  return { account_id: id, kind, name: nameIn(db, id) }
}

const present = (db: Db, one: StoredQuarantine): QuarantinedFile => ({
  ...{ quarantine_id: one.id, owner: ownerOf(db, one.owner), file_name: one.fileName },
  ...{ size_bytes: one.bytes, sha256: one.sha256, reason: one.reason, created_at: one.createdAt },
})

/** The object that a request names, of any owner. `id` may be that of any of the three. */
function named(
  db: Db,
  { id, file_id = id, document_id = id, conversion_id = id }: z.output<Endpoints['quarantineFile']['json']>,
): Omit<StoredQuarantine, 'id' | 'reason' | 'createdAt'> {
  const file = db.storage.files.find((one) => one.id === file_id)
  if (file)
    return { key: file.key, owner: file.owner, fileName: file.name, bytes: file.bytes, sha256: file.sha256 }
  for (const business of db.businesses.businesses) {
    const document = business.documents.find((one) => one.id === document_id)
    if (!document) continue
    const { id: key, fileName, content } = document
    return { key, owner: business.id, fileName, bytes: content.length, sha256: '0'.repeat(64) }
  }
  const made = db.conversions.find(({ conversion }) => conversion.id === conversion_id)
  const output = made?.conversion.output
  if (!made || !output) throw new MockProblem('not_found', 'No stored file has this id.')
  return {
    ...{ key: made.conversion.id, owner: made.owner, fileName: output.filename },
    ...{ bytes: output.size_bytes, sha256: output.sha256 },
  }
}

export const adminWorkHandlers: AreaHandlers<keyof Endpoints> = {
  listPendingConversions({ db, query }) {
    const pending = db.conversions
      .filter(({ plan, conversion: { id } }) => plan !== null && id === (query.conversion_id ?? id))
      .map(({ conversion, owner }) => ({
        ...{ conversion_id: conversion.id, owner: ownerOf(db, owner), family: conversion.family },
        ...{ operation: conversion.operation, source_format: conversion.source_format },
        ...{ target_format: conversion.target_format, size_bytes: conversion.size_bytes },
        ...{ service: false, attempts: 0, created_at: conversion.created_at },
        started_at: conversion.started_at,
      }))
      .sort((a, b) => a.created_at.localeCompare(b.created_at))
    return { status: 200, body: pageOf(query.sort_dir === 'asc' ? pending : pending.reverse(), query) }
  },
  cancelConversionOf({ db, actor, params, json: { reason } }) {
    const stored = db.conversions.find(({ conversion }) => conversion.id === params.conversion_id)
    if (!stored) throw new MockProblem('not_found', 'Conversion not found.')
    const { conversion, plan } = stored
    if (!plan) throw new MockProblem('already_finished', 'The conversion ended before it could be cancelled.')
    stored.plan = null
    setStatus(conversion, 'failed')
    conversion.error = {
      code: 'cancelled',
      ...presentMessage(`An administrator cancelled this conversion: ${reason}`),
    }
    conversion.credits_charged = 0
    conversion.completed_at = now()
    recordAct(db, actor, 'conversion.cancelled', {
      ...{ accountId: stored.owner, target: params.conversion_id, reason },
    })
    return { status: 204 }
  },
  listAccountFiles({ db, params, query }) {
    if (!db.users.some(({ user }) => user.id === params.account_id))
      throw new MockProblem('not_found', 'Account not found.')
    const files = db.storage.files
      .filter(({ owner, deletedAt }) => owner === params.account_id && deletedAt === null)
      .map((file) => ({
        ...{ file_id: file.id, file_name: file.name, format: formatOf(file.name) },
        ...{ size_bytes: file.bytes, created_at: file.createdAt },
        quarantine_id: db.admin.quarantines.find(({ key }) => key === file.key)?.id ?? null,
      }))
      .sort((a, b) => b.created_at.localeCompare(a.created_at))
    return { status: 200, body: pageOf(query.sort_dir === 'asc' ? files.reverse() : files, query) }
  },
  listQuarantine({ db, query }) {
    const all = db.admin.quarantines.map((one) => present(db, one))
    return { status: 200, body: pageOf(query.sort_dir === 'asc' ? all.reverse() : all, query) }
  },
  quarantineFile({ db, actor, json }) {
    const file = named(db, json)
    if (db.admin.quarantines.some(({ key }) => key === file.key))
      throw new MockProblem('file_quarantined', `“${file.fileName}” is already in quarantine.`)
    const one = { ...file, id: crypto.randomUUID(), reason: json.reason, createdAt: now() }
    db.admin.quarantines.unshift(one)
    recordAct(db, actor, 'file.quarantined', {
      ...{ accountId: file.owner, target: file.fileName, reason: json.reason },
    })
    return { status: 201, body: present(db, one) }
  },
  releaseFile({ db, actor, params, json: { reason } }) {
    const at = db.admin.quarantines.findIndex(({ id }) => id === params.quarantine_id)
    const [one] = at === -1 ? [] : db.admin.quarantines.splice(at, 1)
    if (!one) throw new MockProblem('not_found', 'This file is not in quarantine.')
    recordAct(db, actor, 'file.released', { accountId: one.owner, target: one.fileName, reason })
    return { status: 204 }
  },
}
