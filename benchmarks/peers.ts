import { execFile, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { Customer, type Family } from './client.ts'
import { digits, spread, timed } from './figures.ts'
import { photograph } from './photograph.ts'
import { readme, report, wordDocument } from './samples.ts'
import { withServer } from './server.ts'
import { type Bench, verdict } from './table.ts'
import { hasOffice, officeOnce } from './warm-office.ts'

const run = promisify(execFile)
const has = (program: string) => spawnSync(program, ['--version']).error === undefined

/**
 * Measured ratios of the peer (ConvertX) to the bare program that it starts. Images: throughput,
 * two programs at a time. Other files: time per file. Medians of measurements in November 2026.
 */
const PEER = { images: 0.82, document: 1.24, markdown: 1.17 } as const

/**
 * Compares Filewright with a peer, whose figures are calculated from the bare programs of this run.
 */
export const peers: Bench = {
  name: 'peers',
  title: 'Comparison with a peer that starts a program per file',
  run: ({ quick }) =>
    withServer(async (server) => {
      const customer = await Customer.signUp(server.url)
      const rounds = quick ? 1 : 3
      const rows: string[][] = []
      const missing: string[] = []
      if (has('vips')) rows.push(...(await images(customer, server.folder, quick ? 4 : 20, rounds)))
      else missing.push('PNG → WebP: `vips` is not installed.')
      if (hasOffice()) rows.push(...(await documents(customer, server.folder, quick ? 2 : 10, rounds)))
      else missing.push('DOCX → PDF: LibreOffice is not installed.')
      if (has('pandoc')) {
        const count = quick ? 3 : 15
        rows.push(
          await markdown(customer, server.folder, count, 'Markdown of 12 kB with code → HTML', readme(12)),
        )
        rows.push(
          await markdown(customer, server.folder, count, 'Markdown of 12 kB, prose → HTML', report(12)),
        )
      } else missing.push('Markdown → HTML: `pandoc` is not installed.')
      return {
        columns: ['case', 'bare program', 'peer, calculated', 'Filewright', 'target', 'verdict'],
        rows,
        notes: [
          `The figures of the peer are those of the bare program in this run, multiplied by the measured ratio between the two: throughput ${PEER.images} × \`vips\`, two at a time; time ${PEER.document} × \`soffice\` per file and ${PEER.markdown} × \`pandoc\` per file. Filewright: upload, queue, conversion and download over HTTP. Peer settings: WebP quality 75, effort 4.`,
          ...missing,
        ],
      }
    }),
}

async function images(customer: Customer, folder: string, count: number, rounds: number) {
  const source = join(folder, 'image.png')
  writeFileSync(
    source,
    await sharp(await photograph(1600, 1250))
      .png()
      .toBuffer(),
  )
  const file = new File([new Uint8Array(readFileSync(source))], 'image.png')
  // Less effort is a choice of size and not a faster service, so it has no target.
  const settings = [
    { name: 'peer settings', options: { quality: 75, effort: 4 }, target: 1.4 },
    { name: 'effort 2', options: { quality: 75, effort: 2 }, target: null },
  ]
  const vips = (at: number) =>
    run('vips', ['webpsave', source, join(folder, `v${at}.webp`), '-Q', '75', '--effort', '4'])
  const fields = (options: object) => ({ target_format: 'webp', options: JSON.stringify(options) })
  await together(customer, 'image', file, fields({}), 2)
  const library = (at: number) =>
    sharp(source)
      .webp({ quality: 75, effort: 4 })
      .toFile(join(folder, `l${at}.webp`))
  sharp.concurrency(1)
  const bare: number[] = []
  const inProcess: number[] = []
  const ours: number[][] = settings.map(() => [])
  for (let round = 0; round < rounds; round++) {
    const floor = await timed(() => twoAtOnce(count, vips))
    bare.push(count / (floor.ms / 1000))
    const best = await timed(() => twoAtOnce(count, library))
    inProcess.push(count / (best.ms / 1000))
    for (const [at, { options }] of settings.entries()) {
      const { ms } = await timed(() => together(customer, 'image', file, fields(options), count))
      ours[at]?.push(count / (ms / 1000))
    }
  }
  const floor = spread(bare).median
  const peer = floor * PEER.images
  const best = spread(inProcess).median
  const bound = [
    '  libvips in-process only, peer settings',
    ...['', '', `${digits(best)} files/s = ${digits(best / peer)} ×`, '', ''],
  ]
  const rows = settings.map(({ name, target }, at) => {
    const mine = spread(ours[at] ?? []).median
    return [
      `batch of ${count} PNG → WebP, ${name}`,
      `${digits(floor)} files/s, two at a time`,
      `${digits(peer)} files/s`,
      `${digits(mine)} files/s = ${digits(mine / peer)} ×`,
      ...(target === null ? ['', ''] : [`≥ ${target} ×`, verdict(mine / peer >= target)]),
    ]
  })
  return [...rows, bound]
}

async function documents(customer: Customer, folder: string, count: number, rounds: number) {
  const source = join(folder, 'text.docx')
  writeFileSync(source, await wordDocument(customer, 6))
  const file = new File([new Uint8Array(readFileSync(source))], 'text.docx')
  const fields = { target_format: 'pdf' }
  await together(customer, 'document', file, fields, 2)
  const [bare, ours]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    bare.push(officeOnce(folder, source), officeOnce(folder, source))
    const { ms } = await timed(() => together(customer, 'document', file, fields, count))
    ours.push(count / (ms / 1000))
  }
  const floor = spread(bare).median
  const peer = 1000 / (floor * PEER.document)
  const mine = spread(ours).median
  let failed = 0
  for (const at of [1, 2, 4, count]) failed += await together(customer, 'document', file, fields, at)
  return [
    [
      `batch of ${count} DOCX → PDF`,
      `${digits(floor)} ms per file`,
      `${digits(peer)} files/s, sequential`,
      `${digits(mine)} files/s = ${digits(mine / peer)} ×`,
      '≥ 2 ×',
      verdict(mine / peer >= 2),
    ],
    [`  lost, batches of 1, 2, 4 and ${count}`, '', '', String(failed), '0', verdict(failed === 0)],
  ]
}

async function markdown(customer: Customer, folder: string, rounds: number, what: string, text: string) {
  const source = join(folder, 'text.md')
  writeFileSync(source, text)
  const file = new File([new Uint8Array(readFileSync(source))], 'text.md')
  const [bare, ours]: [number[], number[]] = [[], []]
  for (let round = -2; round < rounds; round++) {
    const floor = await timed(() => run('pandoc', ['-s', source, '-o', join(folder, 'text.html')]))
    const { ms } = await timed(() => together(customer, 'document', file, { target_format: 'html' }, 1))
    if (round < 0) continue
    bare.push(floor.ms)
    ours.push(ms)
  }
  const [floor, mine] = [spread(bare).median, spread(ours).median]
  const peer = floor * PEER.markdown
  return [
    `${what}, median`,
    `${digits(floor)} ms`,
    `${digits(peer)} ms`,
    `${digits(mine)} ms = ${digits(mine / peer)} ×`,
    '≤ 0.5 ×',
    verdict(mine / peer <= 0.5),
  ]
}

/**
 * Sends a batch, two uploads at a time like the dashboard, and downloads all results. @returns the
 * number of failures
 */
async function together(
  customer: Customer,
  family: Family,
  file: File,
  fields: Record<string, string>,
  count: number,
): Promise<number> {
  let lost = 0
  const followed: Promise<void>[] = []
  await twoAtOnce(count, async () => {
    const id = await customer.convert(family, file, fields)
    followed.push(
      customer.wait(id, family).then(async (one) => {
        if (one.status === 'completed') await customer.download(one)
        else lost += 1
      }),
    )
  })
  await Promise.all(followed)
  return lost
}

async function twoAtOnce(count: number, work: (at: number) => Promise<unknown>) {
  let next = 0
  const worker = async () => {
    for (let at = next++; at < count; at = next++) await work(at)
  }
  await Promise.all([worker(), worker()])
}
