import { expect } from 'vitest'
import type { Checks } from './check.ts'
import { corpusFile } from './corpus-file.ts'
import {
  BOOLEAN,
  expectAccepted,
  expectConversion,
  expectFile,
  expectJson,
  expectList,
  LIST,
  NUMBER,
  OBJECT,
  TEXT,
  UUID,
} from './shapes.ts'

const FONTS = '/api/v1/fonts'
const CONVERT = '/api/v1/convert'
const CORE = '/api/v1/media_core'

/** Formats of one family, of which each says what it can become. */
const formats = (format: string, output: string): Checks[string] => ({
  run: async (send) => {
    const answer = await send()
    expectJson(answer, 200, { formats: LIST, engines: OBJECT })
    const found = answer.body.formats.find((one: { format: string }) => one.format === format)
    expect(found?.outputs).toContain(output)
  },
})

const operations = (from: string, to: string): Checks[string] => ({
  run: async (send) => {
    const answer = await send({ query: { from, to } })
    expectJson(answer, 200, { operations: LIST })
    expect(answer.body.operations.map(({ operation }: { operation: string }) => operation)).toContain(
      'convert',
    )
  },
})

const convert = (file: string, target_format: string, type: string, magic: string): Checks[string] => ({
  run: async (send, world) => {
    const answer = await send({ form: { file: corpusFile(file), target_format } })
    expectAccepted(answer)
    const done = await world.settled(`${CORE}/conversion/${answer.body.conversion_id}/`)
    expectFile(await world.client.request('GET', done.download_url), type, `.${target_format}`, magic)
  },
})

export const mediaChecks: Checks = {
  [`GET ${FONTS}/formats/`]: async (send) => {
    const answer = await send()
    expectJson(answer, 200, { engines: OBJECT })
    const engines: [string, { inputs: string[]; outputs: string[] }][] = Object.entries(answer.body.engines)
    expect(engines.length).toBeGreaterThan(0)
    for (const [name, engine] of engines) expect(engine, name).toMatchObject({ inputs: LIST, outputs: LIST })
  },
  [`GET ${FONTS}/formats/{input_format}/`]: async (send) => {
    for (const input_format of ['woff2', 'WOFF2', '.woff2']) {
      const answer = await send({}, { input_format })
      expectJson(answer, 200, { outputs: LIST, engines: expect.anything() })
      expect(answer.body.outputs.map((one: { format: string }) => one.format)).toContain('ttf')
    }
  },
  [`POST ${FONTS}/upload/`]: async (send) => {
    const answer = await send({ form: { file: corpusFile('fonts/hebrew.subset.ttf') } })
    expectJson(answer, 201, {
      s3_key: TEXT,
      filename: 'hebrew.subset.ttf',
      format: 'ttf',
      size_bytes: 4404,
    })
  },
  [`POST ${FONTS}/convert/`]: async (send, world) => {
    const { s3_key } = await world.uploadedFont()
    const answer = await send({
      json: { s3_key, target_format: '.WOFF', filename: 'text.otf', external_token: 'order 7' },
    })
    expectAccepted(answer)
    const done = await world.settled(`${FONTS}/conversion/${answer.body.id}/`)
    expect(done).toMatchObject({ target_format: 'woff', external_token: 'order 7' })
  },
  [`POST ${FONTS}/validate/`]: async (send) => {
    const form = { file: corpusFile('fonts/latin.subset.otf'), target_format: 'woff2' }
    expectJson(await send({ form }), 200, { valid: true, engine: TEXT, credits: NUMBER })
  },
  [`POST ${FONTS}/inspect/`]: async (send) => {
    const answer = await send({ form: { file: corpusFile('fonts/latin.subset.otf') } })
    expectJson(answer, 200, { format: 'otf' })
  },
  [`GET ${FONTS}/inspect/`]: async (send, world) => {
    const { s3_key } = await world.uploadedFont()
    expectJson(await send({ query: { s3_key } }), 200, { format: 'otf' })
  },
  [`GET ${FONTS}/conversion/{conversion_id}/`]: async (send, world) => {
    const { conversion_id } = await world.font()
    expectConversion(await send({}, { conversion_id }), { family: 'font', target_format: 'woff2' })
  },
  [`GET ${FONTS}/{conversion_id}/download/`]: async (send, world) => {
    const { conversion_id } = await world.font()
    expectFile(await send({}, { conversion_id }), 'font/woff2', 'latin.subset.woff2', 'wOF2')
  },
  [`GET ${FONTS}/{conversion_id}/download/{filename}`]: async (send, world) => {
    const { conversion_id } = await world.font()
    expectFile(
      await send({}, { conversion_id, filename: 'brand.woff2' }),
      'font/woff2',
      'brand.woff2',
      'wOF2',
    )
  },
  [`GET ${FONTS}/quota/`]: async (send) => {
    expectJson(await send(), 200, { remaining: NUMBER })
  },
  [`GET ${FONTS}/health/`]: async (send) => {
    expectJson(await send(), 200, { status: expect.stringMatching(/^(ok|degraded)$/) })
  },
  [`GET ${CONVERT}/image/formats/`]: formats('jpg', 'webp'),
  [`GET ${CONVERT}/image/operations/`]: operations('jpg', 'webp'),
  [`POST ${CONVERT}/image/convert/`]: convert('images/basn2c08.png', 'jpg', 'image/jpeg', '\xff\xd8'),
  [`GET ${CONVERT}/image/conversion/{conversion_id}/`]: async (send, world) => {
    const { conversion_id } = await world.image()
    expectConversion(await send({}, { conversion_id }), { family: 'image', target_format: 'webp' })
  },
  [`GET ${CONVERT}/image/history/`]: async (send, world) => {
    await world.image()
    expectList(await send(), { conversion_id: UUID, family: 'image', status: TEXT })
  },
  [`GET ${CONVERT}/video/formats/`]: formats('mp4', 'webm'),
  [`POST ${CONVERT}/video/convert/`]: convert('video/sample.mp4', 'gif', 'image/gif', 'GIF8'),
  [`GET ${CONVERT}/model/formats/`]: formats('obj', 'glb'),
  [`GET ${CONVERT}/model/operations/`]: operations('obj', 'glb'),
  [`POST ${CONVERT}/model/convert/`]: convert('models/cube.stl', 'glb', 'model/gltf-binary', 'glTF'),
  [`GET ${CONVERT}/model/conversion/{conversion_id}/`]: async (send, world) => {
    const { conversion_id } = await world.model()
    expectConversion(await send({}, { conversion_id }), { family: 'model', target_format: 'glb' })
  },
  [`GET ${CORE}/conversion/{conversion_id}/`]: async (send, world) => {
    const { conversion_id } = await world.image()
    expectConversion(await send({}, { conversion_id }), { family: 'image' })
  },
  [`GET ${CORE}/conversion/wait/{conversion_id}/`]: async (send, world) => {
    const form = { file: corpusFile('images/ball.png'), target_format: 'gif' }
    const { conversion_id } = await world.get('POST', `${CONVERT}/image/convert/`, { form }, 202)
    expectConversion(await send({}, { conversion_id }), { conversion_id, target_format: 'gif' })
  },
  [`GET ${CORE}/files/{conversion_id}/download/`]: async (send, world) => {
    const { conversion_id } = await world.image()
    expectFile(await send({}, { conversion_id }), 'image/webp', 'turned.webp', 'RIFF')
  },
  [`POST ${CORE}/batch/collect/`]: async (send, world) => {
    const { conversion_id } = await world.image()
    expectJson(await send({ json: { conversion_ids: [conversion_id] } }), 201, { batch_id: UUID })
  },
  [`GET ${CORE}/batch/{batch_id}/download/`]: {
    // Collecting media takes an account.
    with: ['API key', 'cookie'],
    run: async (send, world) => {
      const { batch_id, download_url } = await world.mediaBatch()
      expect(new URL(download_url, world.url).pathname).toBe(`${CORE}/batch/${batch_id}/download/`)
      expectFile(await send({}, { batch_id }), 'application/zip', '.zip', 'PK')
      expectJson(await world.client.request('GET', `${CORE}/conversion/wait/${batch_id}/`), 200, {
        status: 'completed',
      })
    },
  },
  [`GET ${CORE}/credits/`]: async (send) => {
    expectJson(await send(), 200, { remaining: NUMBER, anonymous: BOOLEAN })
  },
  [`POST ${CORE}/visibility/hide/`]: async (send, world) => {
    const form = { file: corpusFile('images/ball.png'), target_format: 'bmp' }
    const { conversion_id } = await world.convert(`${CONVERT}/image/convert/`, `${CORE}/conversion/`, form)
    expectJson(await send({ json: { conversion_ids: [conversion_id] } }), 200, {})
    expect((await world.get('GET', `${CORE}/conversion/${conversion_id}/`)).status).toBe('completed')
  },
  [`GET ${CORE}/health/`]: async (send) => {
    expectJson(await send(), 200, { status: expect.stringMatching(/^(ok|degraded)$/) })
  },
}
