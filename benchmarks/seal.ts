import { createHash, createPrivateKey } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { signDigest } from '../server/adapters/seal/cms.ts'
import { identityOf } from '../server/adapters/seal/identity.ts'
import { makeIdentity } from '../server/adapters/seal/own-certificate.ts'
import {
  digestOf,
  fillSignaturePlaceholder,
  findSignaturePlaceholder,
} from '../server/engines/families/pdf/seal/find-placeholder.ts'
import { SEAL_OPTIONS, type SealOptions } from '../server/engines/families/pdf/seal/options.ts'
import { createEngines } from '../server/engines/index.ts'
import { megabytes, milliseconds, spread, timed } from './figures.ts'
import { engineCpuDuring } from './processes.ts'
import { type Bench, verdict } from './table.ts'

const TARGET_MS = 1000

/**
 * The end of a signature request: the sandbox writes values, signatures and certificate, the server
 * seals.
 */
export const seal: Bench = {
  name: 'seal',
  title: 'Sealing a 100-page document',
  async run({ quick }) {
    const folder = mkdtempSync(join(tmpdir(), 'filewright-bench-'))
    const silent = { info: () => {}, warn: () => {}, error: () => {} }
    const engines = await createEngines({ folder: join(folder, 'children'), log: silent, cores: 1 })
    try {
      const pages = quick ? 10 : 100
      const rounds = quick ? 2 : 9
      const { privateKey, certificate } = await makeIdentity('bench.example', new Date())
      const key = createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' })
      const identity = await identityOf(key, [certificate])
      const png = join(folder, 'signature.png')
      writeFileSync(png, await drawnSignature())
      let jobs = 0

      const sealed = async (from: string, options: SealOptions): Promise<number> => {
        const place = join(folder, `job-${++jobs}`)
        mkdirSync(place)
        const inputs = [
          { path: join(place, 'input'), format: 'pdf' },
          { path: join(place, 'image'), format: 'png' },
        ]
        copyFileSync(from, join(place, 'input'))
        copyFileSync(png, join(place, 'image'))
        const job = { owner: 'bench', folder: place, operation: 'seal', inputs, target: 'pdf', options }
        const hooks = { signal: new AbortController().signal, onProgress: () => {} }
        const { path } = await engines.run(job, hooks)
        const bytes = readFileSync(path)
        const room = findSignaturePlaceholder(bytes)
        fillSignaturePlaceholder(bytes, room, await signDigest(identity, digestOf(bytes, room), null))
        writeFileSync(path, bytes)
        return bytes.length
      }

      const rows: string[][] = []
      for (const [what, document, options] of [
        ['five signers, initials on each page', await plainDocument(pages), session(pages, [])],
        ['form, filled and flattened', ...(await formDocument(pages))],
      ] as const) {
        const from = join(folder, 'source.pdf')
        const bytes = await document.save()
        writeFileSync(from, bytes)
        const cpu: number[] = []
        const wall: number[] = []
        let size = 0
        for (let round = -1; round < rounds; round++) {
          const own = process.cpuUsage()
          let ms = 0
          const child = await engineCpuDuring(process.pid, async () => {
            const measured = await timed(() => sealed(from, options))
            ms = measured.ms
            size = measured.answer
          })
          const { user, system } = process.cpuUsage(own)
          if (round < 0) continue
          cpu.push(child * 1000 + (user + system) / 1000)
          wall.push(ms)
        }
        const used = spread(cpu)
        rows.push([
          `${what}, n = ${rounds}`,
          milliseconds(used),
          milliseconds(spread(wall)),
          `< ${TARGET_MS} ms of CPU time`,
          `${megabytes(size)} (before ${megabytes(bytes.length)})`,
          verdict(used.median < TARGET_MS),
        ])
      }
      return {
        columns: ['document', 'CPU time', 'wall time', 'target', 'result', 'verdict'],
        rows,
        notes: [
          'CPU time of the sandboxed child and of the sealing process together. They open and check the file, draw values and signatures, write a certificate with five recipients and 60 events, verify the result with qpdf and PDFium, sign its digest with a P-256 key and embed the signature. The first round warms up the child and is not counted.',
        ],
      }
    } finally {
      await engines.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function drawnSignature(): Promise<Buffer> {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="200"><path d="M30 140C60 40 110 20 120 70S70 180 110 150 190 60 210 100 200 170 240 130 330 70 350 110 420 150 560 60" fill="none" stroke="#14213d" stroke-width="7"/></svg>'
  return await sharp(Buffer.from(svg)).png().toBuffer()
}

async function plainDocument(pages: number): Promise<PDFDocument> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (let number = 1; number <= pages; number++) {
    const page = document.addPage([595, 842])
    for (let line = 1; line <= 45; line++)
      page.drawText(`Page ${number}, line ${line}: the quick brown fox jumps over the lazy dog`, {
        ...{ x: 40, y: 800 - line * 14, size: 10, font },
      })
  }
  return document
}

/** Eight text fields and two checkboxes on each page, like the bench `pdf-save`. */
async function formDocument(pages: number): Promise<[PDFDocument, SealOptions]> {
  const document = await plainDocument(pages)
  const form = document.getForm()
  const font = await document.embedFont(StandardFonts.Helvetica)
  const values: SealOptions['form'] = []
  for (const [index, page] of document.getPages().entries()) {
    for (let line = 0; line < 8; line++) {
      const text = form.createTextField(`page${index}.text${line}`)
      text.addToPage(page, { x: 400, y: 100 + line * 30, width: 150, height: 20, font })
      values.push({ field: text.getName(), value: `Value ${index}/${line}` })
    }
    for (let line = 0; line < 2; line++) {
      const tick = form.createCheckBox(`page${index}.tick${line}`)
      tick.addToPage(page, { x: 400, y: 40 + line * 30, width: 16, height: 16 })
      values.push({ field: tick.getName(), value: true })
    }
  }
  return [document, session(pages, values)]
}

/**
 * Signatures of five people: initials on each page; a signature, a name and a date on the last
 * page.
 */
function session(pages: number, form: SealOptions['form']): SealOptions {
  const at = '2026-11-22T17:04:05.000Z'
  const people = ['Ada Lovelace', 'Grace Hopper', 'Иван Тургенев', 'Jürgen Groß', 'Marie Curie']
  const hash = createHash('sha256').update('bench').digest('hex')
  const initials = Array.from({ length: pages }, (_, index) => ({
    ...{ kind: 'picture', page: index + 1, rect: { x: 520, y: 20, width: 50, height: 20 }, file: 1 },
  }))
  const ends = people.flatMap((name, index) => [
    {
      ...{ kind: 'picture', page: pages, file: 1, caption: `${name}, 2026-11-22 17:04:05 UTC` },
      rect: { x: 40, y: 40 + index * 60, width: 160, height: 50 },
    },
    { kind: 'text', page: pages, rect: { x: 220, y: 40 + index * 60, width: 120, height: 18 }, text: name },
    {
      kind: 'text',
      page: pages,
      rect: { x: 220, y: 60 + index * 60, width: 120, height: 18 },
      text: '2026-11-22',
    },
  ])
  return SEAL_OPTIONS.parse({
    stamps: [...initials, ...ends],
    form,
    certificate: {
      ...{ title: 'A contract of many pages', session_id: '7d6f6f0e-2f7a-4c1e-9a53-0d3c5b0f9f10' },
      ...{
        file_name: 'contract.pdf',
        sha256: hash,
        pages,
        verify_url: 'https://bench.example/verify/7d6f6f0e',
      },
      ...{ sender: { name: 'Bench', email: 'bench@example.org' }, sent_at: at, completed_at: at },
      recipients: people.map((name) => ({
        ...{ name, email: 'somebody@example.org', role: 'signer', group: 1, access: 'email', signature: 1 },
        ...{ invited_at: at, viewed_at: at, consented_at: at, done_at: at, delegated_from: null },
        ...{ ip: '203.0.113.7', device: 'Firefox 144 on Linux' },
      })),
      events: Array.from({ length: 60 }, (_, index) => ({
        ...{ number: index + 1, at, says: 'The document was opened', who: people[index % 5] },
      })),
      end: { number: 60, hash },
    },
    seal: { name: 'bench.example', reason: 'Signed by all', at, room: 8192 },
  })
}
