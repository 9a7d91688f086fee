import { parseArgs } from 'node:util'
import { batch } from './batch.ts'
import { bundle } from './bundle.ts'
import { circumstances } from './circumstances.ts'
import { cluster } from './cluster.ts'
import { deliveries } from './deliveries.ts'
import { writeFindings } from './document.ts'
import { eventCost } from './event-cost.ts'
import { events } from './events.ts'
import { fairness } from './fairness.ts'
import { families } from './families.ts'
import { follow } from './follow.ts'
import { growth } from './growth.ts'
import { history } from './history.ts'
import { historyScroll } from './history-scroll.ts'
import { image } from './image.ts'
import { landing } from './landing.ts'
import { ledger } from './ledger.ts'
import { load } from './load.ts'
import { memory } from './memory.ts'
import { notify } from './notify.ts'
import { office } from './office.ts'
import { pages } from './pages.ts'
import { pdfSave } from './pdf-save.ts'
import { pdfViewer } from './pdf-viewer.ts'
import { peers } from './peers.ts'
import { pipeline } from './pipeline.ts'
import { quality } from './quality.ts'
import { scan } from './scan.ts'
import { scanSession } from './scan-session.ts'
import { seal } from './seal.ts'
import { shortMedia } from './short-media.ts'
import { signIn } from './sign-in.ts'
import { signPage } from './sign-page.ts'
import { signingLoad } from './signing-load.ts'
import { start } from './start.ts'
import { status } from './status.ts'
import { storageList, storageZip } from './storage.ts'
import { type Bench, plainTable } from './table.ts'
import { throughput } from './throughput.ts'
import { tracing } from './tracing.ts'
import { upload } from './upload.ts'
import { usage } from './usage.ts'
import { webhookDelivery } from './webhook-delivery.ts'

const BENCHES: Bench[] = [
  bundle,
  landing,
  signPage,
  pages,
  start,
  image,
  families,
  shortMedia,
  pdfSave,
  seal,
  signingLoad,
  load,
  pipeline,
  peers,
  batch,
  status,
  throughput,
  tracing,
  fairness,
  cluster,
  notify,
  growth,
  follow,
  upload,
  history,
  historyScroll,
  events,
  deliveries,
  signIn,
  usage,
  ledger,
  storageList,
  storageZip,
  webhookDelivery,
  scanSession,
  eventCost,
  pdfViewer,
  memory,
  office,
  quality,
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    note: { type: 'string', default: '' },
    dir: { type: 'string' },
  },
})

/** Benches of files that are not part of the project. They run only when they are named. */
const OF_FILES: Bench[] = [scan]

/**
 * `npm run bench [name…] [url…] [-- --write] [--quick] [--dir DIR] [--note "what else the machine
 * was doing"]`
 */
async function main() {
  const urls = positionals.filter((word) => /^https?:/.test(word))
  const names = positionals.filter((word) => !urls.includes(word))
  const unknown = names.filter((name) => ![...BENCHES, ...OF_FILES].some((bench) => bench.name === name))
  if (unknown.length > 0)
    throw new Error(
      `Unknown bench: ${unknown.join(', ')}. Benches: ${[...BENCHES, ...OF_FILES].map(({ name }) => name).join(', ')}.`,
    )
  if (values.quick && values.write)
    throw new Error('The figures of a quick run mean nothing, so they are not written.')
  const chosen =
    names.length === 0 ? BENCHES : [...BENCHES, ...OF_FILES].filter(({ name }) => names.includes(name))
  const failed: string[] = []
  for (const bench of chosen) {
    const where = circumstances(values.note)
    console.log(`\n${bench.title}${values.quick ? ' — QUICK RUN, SMALL SIZES' : ''}\n${where}\n`)
    try {
      const findings = await bench.run({ quick: values.quick, dir: values.dir, urls })
      console.log(plainTable(findings))
      for (const note of findings.notes) console.log(`  ${note}`)
      if (values.write) writeFindings(bench.name, findings, where)
    } catch (error) {
      failed.push(bench.name)
      console.error(error)
    }
  }
  if (failed.length > 0) {
    console.error(`\nThese benches failed: ${failed.join(', ')}.`)
    process.exitCode = 1
  }
}

await main()
