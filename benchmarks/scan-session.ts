import { createHash, randomUUID } from 'node:crypto'
import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import type { ScanSession } from '../contract/scan.ts'
import { addTextPage, CORNERS, photoOf, wordsOf } from '../tests/server/engines/scan-photos.ts'
import { Customer } from './client.ts'
import { digits, spread } from './figures.ts'
import { engineCpuDuring, engineMemoryDuring } from './processes.ts'
import { type BenchServer, withServer } from './server.ts'
import { type Bench, verdict } from './table.ts'

const SCAN = '/api/v1/pdf_handler/scan/'
const PHOTO = { width: 3000, height: 4000 }

interface Made {
  session_id: string
  pairing_token: string
  revision: number
}

/** A 12-megapixel photo of a printed page, with grain and a shadow over half of it. */
async function sheet(customer: Customer): Promise<Buffer> {
  const document = await PDFDocument.create()
  await addTextPage(document, wordsOf(300))
  const file = new File([new Uint8Array(await document.save())], 'page.pdf')
  const options = { target_format: 'png', options: JSON.stringify({ dpi: 300 }) }
  const id = await customer.convert('document', file, options)
  await customer.wait(id, 'document')
  const drawn = await customer.get(`/api/v1/pdf_handler/${id}/download/`)
  return photoOf(Buffer.from(await drawn.arrayBuffer()), { ...PHOTO, shadow: 0.6, grain: 6 })
}

/**
 * Sends a page like a phone and waits until the polling desk has it. @returns milliseconds to
 * preview and page
 */
async function sendPage(
  server: BenchServer,
  desk: Customer,
  session: Made,
  photo: Buffer,
  filter: string,
): Promise<{ preview: number; page: number }> {
  const page_id = randomUUID()
  const headers = { authorization: `Bearer ${session.pairing_token}` }
  const send = async (kind: 'preview' | 'page', bytes: Buffer) => {
    const form = new FormData()
    const settings = JSON.stringify({ quad: CORNERS, rotation: 0, filter, layout: 'page' })
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    for (const [name, value] of Object.entries({ page_id, kind, settings, sha256 })) form.append(name, value)
    form.append('file', new Blob([new Uint8Array(bytes)]), 'photo.jpg')
    const answer = await fetch(new URL(`${SCAN}pair/pages/`, server.url), {
      method: 'POST',
      headers,
      body: form,
    })
    if (answer.status !== 201) throw new Error(`${answer.status}: ${await answer.text()}`)
  }
  // The desk polls like the dashboard and loads the thumbnail.
  const seen = async (state: 'receiving' | 'ready') => {
    for (let since = session.revision; ; ) {
      const at = `${SCAN}sessions/${session.session_id}/?since=${since}&wait=20`
      const now = (await (await desk.get(at)).json()) as ScanSession
      const page = now.pages.find((one) => one.page_id === page_id)
      if (page && (page.state === state || page.state === 'ready')) {
        await (await desk.get(`${page.image_url}?variant=thumb`)).arrayBuffer()
        return performance.now()
      }
      since = now.revision
    }
  }
  const taken = performance.now()
  const [preview, page] = [seen('receiving'), seen('ready')]
  await send(
    'preview',
    await sharp(photo).resize(640, 640, { fit: 'inside' }).jpeg({ quality: 70 }).toBuffer(),
  )
  await send('page', photo)
  return { preview: (await preview) - taken, page: (await page) - taken }
}

/** From a photo on the phone to the PDF at the desk. */
export const scanSession: Bench = {
  name: 'scan-session',
  title: 'A scan session: photos to a PDF',
  run: ({ quick }) =>
    withServer(async (server) => {
      const count = quick ? 3 : 20
      const desk = await Customer.signUp(server.url)
      const photo = await sheet(desk)
      const open = async () => (await desk.post(`${SCAN}sessions/`, {})) as unknown as Made
      const warm = await open()
      await sendPage(server, desk, warm, photo, 'clean')
      const session = await open()
      const times: { preview: number; page: number }[] = []
      for (let at = 0; at < count; at++)
        times.push(await sendPage(server, desk, session, photo, at % 2 === 0 ? 'clean' : 'bw'))
      const finalize = async (of: Made, json: object) => {
        const { id } = await desk.post(`${SCAN}sessions/${of.session_id}/finalize/`, json)
        const done = await desk.wait(String(id), 'document')
        if (done.status !== 'completed') throw new Error(`it failed: ${done.error?.message}`)
        return done
      }
      await finalize(warm, {})
      let memory = 0
      const began = performance.now()
      const cpu = await engineCpuDuring(server.pid, async () => {
        memory = await engineMemoryDuring(server.pid, 'scan', async () => void (await finalize(session, {})))
      })
      const plain = (performance.now() - began) / 1000
      const readFrom = performance.now()
      const readCpu = await engineCpuDuring(server.pid, async () => {
        await finalize(session, { ocr: { languages: ['eng'] } })
      })
      const read = (performance.now() - readFrom) / 1000
      const [preview, page] = [spread(times.map((one) => one.preview)), spread(times.map((one) => one.page))]
      const range = ({ median, low, high }: typeof preview) =>
        `${digits(median)} (${digits(low)}..${digits(high)})`
      return {
        columns: ['metric', `median (low..high), n = ${count}`, 'target', 'verdict'],
        rows: [
          ['photo taken → preview at the desk, ms', range(preview), '< 1000', verdict(preview.median < 1000)],
          ['photo taken → page at the desk, ms', range(page), '< 3000', verdict(page.median < 3000)],
          [`PDF of ${count} pages, engine CPU seconds`, digits(cpu), '< 12', verdict(cpu < 12)],
          ['  seconds', digits(plain), '', ''],
          ['  memory of the largest child, MB', digits(memory / 1e6), '< 600', verdict(memory < 600e6)],
          ['  with text recognition, seconds', digits(read), '', ''],
          ['  engine CPU seconds per second', digits(readCpu / read), 'all cores of an idle machine', ''],
        ],
        notes: [
          `Photos of 12 megapixels (${digits(photo.length / 1e6)} MB each) of a printed page with a shadow. The phone sends a preview, then the photo. The desk polls and loads the thumbnail. Every second page is black and white. Pages are A4 at 200 dpi.`,
        ],
      }
    }),
}
