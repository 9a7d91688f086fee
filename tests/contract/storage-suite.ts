import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { StorageUsage, UserFile } from '../../contract/storage.ts'
import { until } from '../server/process.ts'
import { type Caller, type Callers, pixel } from './caller.ts'

const FILES = '/api/v1/user/storage/files/'
const UPLOADS = '/api/v1/user/storage/uploads/'
const RECORDS = '/auth/api/v1/storage/files/'
const NOBODYS = '00000000-0000-4000-8000-000000000000'

const pathOf = (address: string) => new URL(address).pathname

/** What an account keeps, by the server and by the mock alike. */
export function storageSuite({ anyone, someone }: Callers) {
  const keep = async (me: Caller, name: string, content: string | Blob, fields = {}): Promise<UserFile> => {
    const sent = await me.send(`${FILES}upload/`, [name, content], fields)
    expect(sent.status).toBe(201)
    return sent.body
  }
  const usage = async (me: Caller): Promise<StorageUsage> => (await me.call('GET', FILES)).body.storage
  const names = async (me: Caller, query: string) =>
    (await me.call('GET', `${FILES}?${query}`)).body.results.map((one: UserFile) => one.file_name)
  const append = (me: Caller, id: string, offset: number, piece: string, type = 'application/octet-stream') =>
    me.fetch('PATCH', `${UPLOADS}${id}/?offset=${offset}`, { body: piece, headers: { 'content-type': type } })

  describe('storage', () => {
    it('keeps a file, and tells what it takes', async () => {
      const me = await someone()
      const empty = await usage(me)
      expect(empty).toMatchObject({ used_bytes: 0, files: 0, available_bytes: empty.quota_bytes })
      const file = await keep(me, 'note.md', '# Hello')
      expect(file).toMatchObject({
        file_name: 'note.md',
        file_size_bytes: 7,
        storage_bytes_recorded: 7,
        family: 'document',
        format: 'md',
        source: 'upload',
        conversion_id: null,
        share_count: 0,
        deleted_at: null,
        purge_at: null,
      })
      expect(file.sha256).toMatch(/^[0-9a-f]{64}$/)
      const unknown = await keep(me, 'readings.zzz', 'no kind that is known')
      expect(unknown).toMatchObject({ family: 'other', format: null, thumbnail_url: null })
      const now = await usage(me)
      expect(now).toMatchObject({ used_bytes: 28, recorded_bytes: 28, files: 2 })
      expect(now.available_bytes).toBe(now.quota_bytes - 28)
      expect(now.families).toContainEqual({ family: 'document', files: 1, bytes: 7 })
      expect(now.families).toContainEqual({ family: 'other', files: 1, bytes: 21 })
      expect((await me.call('GET', `${FILES}${file.id}/`)).body).toEqual(file)
      const content = await me.fetch('GET', pathOf(file.download_url))
      expect(await content.text()).toBe('# Hello')
      const part = await me.fetch('GET', pathOf(file.download_url), { headers: { range: 'bytes=2-3' } })
      expect([part.status, await part.text()]).toEqual([206, 'He'])
    })

    it('keeps files under the identity service’s paths as well', async () => {
      const me = await someone()
      const sent = await me.send(`${RECORDS}upload/`, ['a.md', '# A'], { storage_already_tracked: 'true' })
      expect(sent.status).toBe(200)
      expect(sent.body).toMatchObject({ file_name: 'a.md', storage_bytes_recorded: 0 })
      const again = await me.call('POST', `${RECORDS}register/`, { s3_key: sent.body.s3_key })
      expect(again.status).toBe(200)
      expect((await me.call('GET', RECORDS)).body).toMatchObject({ count: 2, storage: { used_bytes: 3 } })
    })

    it('registers an output, and counts its object once however often', async () => {
      const me = await someone()
      const { output, conversion_id, id } = await me.document()
      if (!output?.s3_key) throw new Error('the conversion has no output')
      const bytes = output.size_bytes
      const first = await me.call('POST', `${FILES}register/`, { s3_key: output.s3_key })
      expect(first.status).toBe(201)
      expect(first.body).toMatchObject({
        file_name: output.filename,
        storage_bytes_recorded: bytes,
        sha256: output.sha256,
        source: 'conversion',
        conversion_id: conversion_id ?? id,
      })
      const named = { s3_key: output.s3_key, file_name: 'Again.html' }
      const second = await me.call('POST', `${FILES}register/`, named)
      expect(second.body).toMatchObject({ file_name: 'Again.html', storage_bytes_recorded: 0 })
      expect(await usage(me)).toMatchObject({ used_bytes: bytes, recorded_bytes: bytes, files: 2 })
      const key = { 'idempotency-key': crypto.randomUUID() }
      const once = await me.call('POST', `${FILES}register/`, named, key)
      const repeated = await me.call('POST', `${FILES}register/`, named, key)
      expect(repeated.body.id).toBe(once.body.id)
      const theirs = await (await someone()).call('POST', `${FILES}register/`, { s3_key: output.s3_key })
      expect(theirs.body.code).toBe('not_found')
    })

    it('sorts, searches and filters, page by page', async () => {
      const me = await someone()
      await keep(me, 'bravo.md', 'four')
      await keep(me, 'alpha.png', pixel())
      await keep(me, 'charlie.md', 'one')
      expect(await names(me, '')).toEqual(['charlie.md', 'alpha.png', 'bravo.md'])
      expect(await names(me, 'sort_by=file_name&sort_dir=asc')).toEqual([
        'alpha.png',
        'bravo.md',
        'charlie.md',
      ])
      expect(await names(me, 'sort_by=file_size_bytes')).toEqual(['alpha.png', 'bravo.md', 'charlie.md'])
      expect(await names(me, 'family=image')).toEqual(['alpha.png'])
      expect(await names(me, 'q=RAV')).toEqual(['bravo.md'])
      expect(await names(me, 'source=conversion')).toEqual([])
      expect(await names(me, 'shared=false&format=md')).toEqual(['charlie.md', 'bravo.md'])
      const { body } = await me.call('GET', `${FILES}?page_size=2`)
      expect(body).toMatchObject({ count: 3, count_exact: true })
      expect(await names(me, `page_size=2&cursor=${encodeURIComponent(body.next_cursor)}`)).toEqual([
        'bravo.md',
      ])
      const wrong = await me.call('GET', `${FILES}?family=paper`)
      expect(wrong.body).toMatchObject({ code: 'invalid_request', errors: [{ path: 'family' }] })
    })

    it('renames, and takes no path for a name', async () => {
      const me = await someone()
      const file = await keep(me, 'old.md', '# A')
      const renamed = await me.call('PATCH', `${FILES}${file.id}/`, { file_name: 'New name.md' })
      expect(renamed.body).toMatchObject({ id: file.id, file_name: 'New name.md', sha256: file.sha256 })
      const empty = await me.call('PATCH', `${FILES}${file.id}/`, { file_name: '  ' })
      expect(empty.body).toMatchObject({ code: 'invalid_request', errors: [{ path: 'file_name' }] })
      expect((await me.call('PATCH', `${FILES}${NOBODYS}/`, { file_name: 'x' })).body.code).toBe('not_found')
    })

    it('hands out addresses that open without a session, and one archive of several', async () => {
      const me = await someone()
      const one = await keep(me, 'same.md', '# One')
      const two = await keep(me, 'same.md', '# Two')
      const asked = await me.call('POST', `${FILES}download/`, { file_ids: [one.id] })
      expect(asked.body.downloads).toMatchObject([{ id: one.id, file_name: 'same.md' }])
      const answer = await anyone().fetch('GET', pathOf(asked.body.downloads[0].download_url))
      expect([answer.status, await answer.text()]).toEqual([200, '# One'])
      const zip = await me.fetch('POST', `${FILES}download/zip/`, {
        body: new URLSearchParams({ file_ids: `${one.id},${two.id}`, filename: 'Both.zip' }),
      })
      expect(zip.headers.get('content-disposition')).toContain('Both.zip')
      const entries = unzipSync(new Uint8Array(await zip.arrayBuffer()))
      const texts = Object.values(entries).map((bytes) => new TextDecoder().decode(bytes))
      expect(texts.sort()).toEqual(['# One', '# Two'])
      const ids = { file_ids: [one.id, NOBODYS] }
      expect((await me.call('POST', `${FILES}download/`, ids)).body.code).toBe('not_found')
      expect((await me.call('POST', `${FILES}download/zip/`, ids)).body.code).toBe('not_found')
      expect((await anyone().call('GET', `/api/v1/user/storage/download/${'x'.repeat(40)}/`)).body.code).toBe(
        'not_found',
      )
    })

    it('draws a small image of an image', async () => {
      const me = await someone()
      const { thumbnail_url } = await keep(me, 'dot.png', pixel())
      // A worker draws it: until it has, the answer is to come again.
      const answer = await until(60, async () => {
        const asked = await me.fetch('GET', pathOf(thumbnail_url ?? ''))
        return asked.status !== 503 && asked
      })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toMatch(/^image\//)
    })

    it('deletes, brings back, and deletes for good', async () => {
      const me = await someone()
      const file = await keep(me, 'note.md', '# Hello')
      const gone = await me.call('POST', `${FILES}delete/`, { file_ids: [file.id, NOBODYS] })
      expect(gone.body).toMatchObject({
        file_ids: [file.id],
        reclaimed_bytes: 7,
        storage: { used_bytes: 0, files: 0, deleted: { files: 1, bytes: 7 } },
      })
      expect(Date.parse(gone.body.purge_at)).toBeGreaterThan(Date.now())
      expect(await names(me, '')).toEqual([])
      const { body } = await me.call('GET', `${FILES}?deleted=true`)
      expect(body.results).toMatchObject([{ id: file.id, storage_bytes_recorded: 0 }])
      expect(body.results[0].deleted_at).not.toBeNull()
      const back = await me.call('POST', `${FILES}restore/`, { file_ids: [file.id] })
      expect(back.body).toMatchObject({ file_ids: [file.id], storage: { used_bytes: 7, files: 1 } })
      const forGood = await me.call('POST', `${FILES}delete/`, { file_ids: [file.id], permanently: true })
      expect(forGood.body).toMatchObject({ file_ids: [file.id], reclaimed_bytes: 7, purge_at: null })
      expect((await me.call('POST', `${FILES}restore/`, { file_ids: [file.id] })).body.file_ids).toEqual([])
      expect((await me.call('GET', `${FILES}${file.id}/`)).body.code).toBe('not_found')
    })

    it('takes an upload in pieces, from where it stands', async () => {
      const me = await someone()
      const key = { 'idempotency-key': crypto.randomUUID() }
      const wanted = { file_name: 'long.md', size_bytes: 10 }
      const begun = await me.call('POST', UPLOADS, wanted, key)
      expect(begun.status).toBe(201)
      expect(begun.body).toMatchObject({ ...wanted, offset: 0, file: null })
      const id = begun.body.upload_id
      expect((await me.call('POST', UPLOADS, wanted, key)).body.upload_id).toBe(id)
      expect(await (await append(me, id, 0, '# Hel')).json()).toMatchObject({ offset: 5, file: null })
      const wrong = await append(me, id, 0, '# Hel')
      expect(await wrong.json()).toMatchObject({ code: 'upload_offset_mismatch', offset: 5 })
      expect((await me.call('GET', `${UPLOADS}${id}/`)).body).toMatchObject({ offset: 5, file: null })
      const more = await append(me, id, 5, 'lo, and too much')
      expect((await more.json()).code).toBe('file_too_large')
      const last = await (await append(me, id, 5, 'lo.\n\n')).json()
      expect(last).toMatchObject({ offset: 10, file: { file_name: 'long.md', file_size_bytes: 10 } })
      expect((await me.call('GET', `${UPLOADS}${id}/`)).body.file.id).toBe(last.file.id)
      expect(await usage(me)).toMatchObject({ used_bytes: 10, files: 1 })
      const content = await me.fetch('GET', pathOf(last.file.download_url))
      expect(await content.text()).toBe('# Hello.\n\n')
    })

    it('gives an upload up', async () => {
      const me = await someone()
      const { upload_id: id } = (await me.call('POST', UPLOADS, { file_name: 'a.md', size_bytes: 10 })).body
      await append(me, id, 0, '# Hel')
      expect((await append(me, id, 5, 'lo', 'text/plain')).status).toBe(415)
      expect((await me.call('DELETE', `${UPLOADS}${id}/`)).status).toBe(204)
      expect((await me.call('GET', `${UPLOADS}${id}/`)).body.code).toBe('not_found')
      expect(await usage(me)).toMatchObject({ used_bytes: 0, files: 0 })
    })

    it('is nobody else’s', async () => {
      const file = await keep(await someone(), 'mine.md', '# Mine')
      const other = await someone()
      expect((await other.call('GET', `${FILES}${file.id}/`)).body.code).toBe('not_found')
      expect((await other.call('GET', pathOf(file.download_url))).body.code).toBe('not_found')
      const deleted = await other.call('POST', `${FILES}delete/`, { file_ids: [file.id] })
      expect(deleted.body.file_ids).toEqual([])
      expect((await anyone().call('GET', FILES)).body.code).toBe('unauthenticated')
    })
  })
}
