import { describe, expect, it } from 'vitest'
import type { Batch } from '../../contract/batches.ts'
import type { Callers, Target } from './caller.ts'
import { SAMPLES, type Sample } from './samples.ts'

/** Where each family is served; an alias counts like the path that it stands for. */
const SERVED = [
  { family: 'document', base: 'pdf_handler', core: 'docs_core' },
  { family: 'image', base: 'convert/image', core: 'media_core' },
  { family: 'image', base: 'image_converter', core: 'media_core' },
  { family: 'font', base: 'fonts', core: 'docs_core' },
  { family: 'audio', base: 'convert/video', core: 'media_core' },
  { family: 'audio', base: 'video_converter', core: 'media_core' },
  { family: 'model', base: 'convert/model', core: 'media_core' },
  { family: 'model', base: 'model', core: 'media_core' },
] as const

const DOWNLOADS: Record<string, (id: string) => string> = {
  document: (id) => `pdf_handler/${id}/download`,
  font: (id) => `fonts/${id}/download`,
}

/** What every family does alike, under all of its paths. */
export function familySuite({ anyone, someone }: Callers, { importUrl }: Target) {
  const sendTo = (caller: ReturnType<typeof anyone>, base: string, { name, content, target }: Sample) =>
    caller.send(`/api/v1/${base}/convert/`, [name, content()], { target_format: target })

  describe.each(SERVED)('$family at $base', ({ family, base, core }) => {
    const sample: Sample = SAMPLES[family]
    const source = sample.name.split('.')[1] as string

    it('lists what its files can become, and how', async () => {
      const caller = anyone()
      const { body } = await caller.call('GET', `/api/v1/${base}/formats/`)
      const entry = body.formats.find(({ format }: { format: string }) => format === source)
      expect(entry).toMatchObject({ family, outputs: expect.arrayContaining([sample.target]) })
      const found = await caller.call(
        'GET',
        `/api/v1/${base}/operations/?from=.${source.toUpperCase()}&to=${sample.target}`,
      )
      expect(found.body.operations).toContainEqual(
        expect.objectContaining({ operation: 'convert', family, max_files: 1, engine: expect.any(String) }),
      )
    })

    it('says beforehand what a conversion would be', async () => {
      const caller = anyone()
      const sent = await caller.send(`/api/v1/${base}/validate/`, [sample.name, sample.content()], {
        target_format: sample.target,
      })
      const valid = {
        valid: true,
        engine: expect.any(String),
        credits: expect.any(Number),
        source_format: source,
        target_format: sample.target,
        problem: null,
      }
      expect(sent.body).toMatchObject(valid)
      const told = await caller.call('POST', `/api/v1/${base}/validate/`, {
        source_format: source,
        target_format: sample.target,
      })
      expect(told.body).toMatchObject(valid)
      const plain = await caller.call('POST', '/api/v1/pdf_handler/validate/', {
        source_format: 'md',
        target_format: 'txt',
      })
      expect(plain.body).toMatchObject({ losses: ['Images and styles are not kept.'] })
      const never = await caller.call('POST', `/api/v1/${base}/validate/`, {
        source_format: source,
        target_format: 'exe',
      })
      expect(never.body).toMatchObject({
        valid: false,
        credits: null,
        problem: { code: 'unsupported_target' },
      })
      const odd = await caller.call('POST', `/api/v1/${base}/validate/`, {
        source_format: source,
        target_format: sample.target,
        options: { nonsense: true },
      })
      expect(odd.body).toMatchObject({ ...valid, valid: false, problem: { code: 'invalid_options' } })
      const credits = (await caller.call('GET', `/api/v1/${core}/credits/`)).body
      expect(credits).toMatchObject({ held: 0, remaining: credits.granted })
    })

    it('converts, and gives the result to its owner alone', async () => {
      const me = await someone()
      const sent = await sendTo(me, base, sample)
      expect(sent.status).toBe(202)
      const done = await me.settled(core, sent.body.id)
      expect(done).toMatchObject({
        status: 'completed',
        family,
        operation: 'convert',
        source_format: source,
        target_format: sample.target,
        file_count: 1,
        error: null,
      })
      expect(done.credits_charged).toBe(done.credits_quoted)
      const path = `/api/v1/${DOWNLOADS[family]?.(done.id) ?? `media_core/files/${done.id}/download`}/`
      expect(new URL(done.download_url as string).pathname).toBe(path)
      expect((await me.fetch('GET', path)).status).toBe(200)
      expect((await (await someone()).call('GET', path)).body.code).toBe('not_found')
      if (family !== 'document' && family !== 'font')
        expect((await me.call('GET', `/api/v1/media_core/conversion/${done.id}/`)).body.id).toBe(done.id)
      if (base !== 'convert/video' && base !== 'video_converter')
        expect((await me.call('GET', `/api/v1/${base}/conversion/${done.id}/`)).body.id).toBe(done.id)
    })
  })

  describe('fonts', () => {
    const { name, content } = SAMPLES.font

    it('are uploaded once, then looked into and converted by key, and downloaded under any name', async () => {
      const me = await someone()
      const form = new FormData()
      form.append('file', content(), name)
      const uploaded = await (await me.fetch('POST', '/api/v1/fonts/upload/', { body: form })).json()
      expect(uploaded).toMatchObject({ filename: name, format: 'ttf', family: 'font' })
      const key = (uploaded as { s3_key: string }).s3_key
      const looked = await me.call('GET', `/api/v1/fonts/inspect/?s3_key=${encodeURIComponent(key)}`)
      expect(looked.body).toMatchObject({ format: 'ttf' })
      const again = new FormData()
      again.append('file', content(), name)
      expect(await (await me.fetch('POST', '/api/v1/fonts/inspect/', { body: again })).json()).toEqual(
        looked.body,
      )
      const sent = await me.call('POST', '/api/v1/fonts/convert/', {
        s3_key: key,
        target_format: '.WOFF2',
        filename: 'Harbour.ttf',
        external_token: 'mine',
      })
      const done = await me.settled('docs_core', sent.body.id)
      expect(done).toMatchObject({
        status: 'completed',
        target_format: 'woff2',
        external_token: 'mine',
        output: { filename: 'Harbour.woff2' },
      })
      const named = await me.fetch('GET', `/api/v1/fonts/${done.id}/download/sign%20of%20spring.woff2`)
      expect(named.headers.get('content-disposition')).toContain('sign%20of%20spring.woff2')
      // A look into a font leaves no trace in history.
      expect((await me.call('GET', '/api/v1/conversion/')).body.count).toBe(1)
      const stranger = await someone()
      expect((await stranger.call('GET', `/api/v1/fonts/inspect/?s3_key=${key}`)).body.code).toBe('not_found')
    })

    it('know their targets, their quota and their health', async () => {
      const caller = anyone()
      const targets = await caller.call('GET', '/api/v1/fonts/formats/.TTF/')
      expect(targets.body.format).toBe('ttf')
      expect(targets.body.outputs.map(({ format }: { format: string }) => format)).toContain('woff2')
      expect((await caller.call('GET', '/api/v1/fonts/formats/docx/')).body.code).toBe('not_found')
      const { body } = await caller.call('GET', '/api/v1/fonts/quota/')
      expect(body).toMatchObject({ used: 0, remaining: body.limit, anonymous: true })
      expect((await caller.call('GET', '/api/v1/fonts/health/')).body.checks.database.status).toBe('ok')
      expect((await caller.call('GET', '/api/v1/media_core/health/')).body.checks.broker.status).toBe('ok')
    })
  })

  describe('files from elsewhere', () => {
    it('are fetched from an address, and converted by their key or at once', async () => {
      const me = await someone()
      const fetched = await me.call('POST', '/api/v1/conversion/import/', { url: importUrl() })
      expect(fetched.body).toMatchObject({ filename: 'fetched.md', format: 'md', family: 'document' })
      const wish = { target_format: 'html' }
      for (const body of [
        { ...wish, s3_key: fetched.body.s3_key },
        { ...wish, url: importUrl() },
      ]) {
        const sent = await me.call('POST', '/api/v1/pdf_handler/convert/json/', body)
        expect(await me.settled('docs_core', sent.body.id)).toMatchObject({
          status: 'completed',
          filename: 'fetched.md',
        })
      }
    })

    it.each([
      'http://10.0.0.1/x.md',
      'http://[::1]/x.md',
      'file:///etc/passwd',
      'ftp://files.example/x',
      'x',
    ])('are not fetched from %s', async (url) => {
      const { body } = await anyone().call('POST', '/api/v1/conversion/import/', { url })
      expect(body.code).toBe('url_refused')
    })
  })

  describe('batches', () => {
    it('collect what was converted, and are waited for and downloaded whole', async () => {
      const me = await someone()
      const batch_id = crypto.randomUUID()
      const fields = { target_format: 'html', batch_id }
      const sent = [
        await me.send('/api/v1/pdf_handler/convert/', ['note.md', '# A'], fields),
        await me.send('/api/v1/pdf_handler/convert/', ['note.md', '# B'], fields),
      ]
      const ids = sent.map(({ body }) => body.id)
      const run: Batch = (await me.call('GET', `/api/v1/media_core/conversion/wait/${batch_id}/`)).body
      expect(run).toMatchObject({ batch_id, status: 'completed', total: 2, completed: 2, pending: 0 })
      expect(new URL(run.download_url as string).pathname).toBe(
        `/api/v1/docs_core/batch/${batch_id}/download/`,
      )
      expect(run.conversions.map(({ id }) => id).sort()).toEqual(ids.toSorted())

      for (const core of ['docs_core', 'media_core']) {
        const made = await me.call('POST', `/api/v1/${core}/batch/collect/`, {
          conversion_ids: ids,
          filename: 'Both.zip',
        })
        expect(made.body).toMatchObject({ status: 'completed', total: 2, filename: 'Both.zip' })
        const zip = await me.fetch('GET', `/api/v1/${core}/batch/${made.body.batch_id}/download/`)
        expect(zip.headers.get('content-disposition')).toContain('Both.zip')
        expect((await zip.text()).startsWith('PK')).toBe(true)
      }
      const stranger = await someone()
      const theirs = await stranger.call('POST', '/api/v1/docs_core/batch/collect/', { conversion_ids: ids })
      expect(theirs.body.code).toBe('not_found')
      expect((await stranger.call('GET', `/api/v1/docs_core/batch/${batch_id}/download/`)).body.code).toBe(
        'not_found',
      )
    })
  })

  describe('what was sent, and what it looks like', () => {
    it('can be had again by its owner, who may see it small', async () => {
      const me = await someone()
      const sent = await sendTo(me, 'convert/image', SAMPLES.image)
      const { id } = await me.settled('media_core', sent.body.id)
      expect((await me.fetch('GET', `/api/v1/conversion/${id}/original/`)).status).toBe(200)
      const small = await me.fetch('GET', `/api/v1/conversion/${id}/thumbnail/`)
      expect(small.status).toBe(200)
      expect(small.headers.get('content-type')).toMatch(/^image\//)
      // Drawing it is nobody's conversion.
      expect((await me.call('GET', '/api/v1/conversion/')).body.count).toBe(1)
      const stranger = await someone()
      for (const what of ['original', 'thumbnail'])
        expect((await stranger.call('GET', `/api/v1/conversion/${id}/${what}/`)).body.code).toBe('not_found')
    })
  })

  describe('hiding', () => {
    it('takes items out of the lists and brings them back; they stay where they are', async () => {
      const me = await someone()
      const { id } = await me.document()
      const listed = async (query = '') => (await me.call('GET', `/api/v1/conversion/${query}`)).body.count
      for (const core of ['docs_core', 'media_core']) {
        const hide = (hidden: boolean) =>
          me.call('POST', `/api/v1/${core}/visibility/hide/`, { conversion_ids: [id], hidden })
        expect((await hide(true)).body.conversion_ids).toEqual([id])
        expect(await listed()).toBe(0)
        expect(await listed('?hidden=true')).toBe(1)
        expect((await me.call('GET', `/api/v1/conversion/${id}/`)).body.id).toBe(id)
        await hide(false)
        expect(await listed()).toBe(1)
        expect(await listed('?hidden=true')).toBe(0)
      }
      const { body } = await (await someone()).call('POST', '/api/v1/docs_core/visibility/hide/', {
        conversion_ids: [id],
      })
      expect(body.conversion_ids).toEqual([])
      expect(await listed()).toBe(1)
    })
  })
}
