import { EventEmitter, once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CONVERSION_ERRORS, type ConversionErrorCode } from '../../contract/conversion-errors.ts'
import {
  EngineFailure,
  type Engines,
  type Format,
  type Job,
  type Operation,
} from '../../server/engines/kernel/engine.ts'
import { sentence } from '../../server/engines/kernel/sentence.ts'
import { knownLosses } from '../../server/engines/known-losses.ts'
import { aField } from '../contract/a-field.ts'

const text = (format: string, label: string): Format => ({
  format,
  label,
  family: 'document',
  mimeTypes: ['text/plain'],
  extensions: [format],
})
const png: Format = {
  format: 'png',
  label: 'PNG',
  family: 'image',
  mimeTypes: ['image/png'],
  extensions: ['png'],
}
const webp: Format = {
  format: 'webp',
  label: 'WebP',
  family: 'image',
  mimeTypes: ['image/webp'],
  extensions: ['webp'],
}
const jpg: Format = {
  format: 'jpg',
  label: 'JPEG',
  family: 'image',
  mimeTypes: ['image/jpeg'],
  extensions: ['jpg'],
}
const FORMATS = [
  text('json', 'JSON'),
  text('md', 'Markdown'),
  text('html', 'HTML'),
  text('txt', 'Plain text'),
  text('pdf', 'PDF'),
  png,
  webp,
  jpg,
]

const operation = (family: 'document' | 'image', from: string[], to: string[]): Operation => ({
  operation: 'convert',
  label: 'Convert',
  family,
  engine: 'held',
  minFiles: 1,
  maxFiles: 1,
  from,
  to,
  options: {
    type: 'object',
    properties: { quality: { type: 'integer', minimum: 1, maximum: 100, default: 80 } },
    additionalProperties: false,
  },
})
const OPERATIONS = [
  operation('document', ['md', 'txt'], ['html', 'txt']),
  operation('image', ['png'], ['webp']),
  { ...operation('image', ['png'], ['webp']), operation: 'thumbnail', label: 'Create thumbnail' },
  { ...operation('image', ['webp'], ['webp']), operation: 'sample', label: 'Make a sample' },
  { ...operation('document', ['pdf'], ['webp']), operation: 'thumbnail', label: 'Create thumbnail' },
  operation('document', ['pdf'], ['txt']),
  ...(
    [
      ['watermark', 'Add watermark', 'text'],
      ['encrypt', 'Encrypt with password', 'user_password'],
      ['decrypt', 'Remove password', 'password'],
      ['split', 'Split', 'every'],
    ] as const
  ).map(([name, label, option]) => ({
    ...operation('document', ['pdf'], ['pdf']),
    operation: name,
    label,
    options: {
      type: 'object' as const,
      properties: { [option]: { type: 'string', maxLength: 20, default: '' } },
      additionalProperties: false as const,
    },
  })),
  ...(
    [
      ['edit', ['pdf'], 100],
      ['form_fields', ['json'], 1],
      ['seal', ['pdf'], 200],
    ] as const
  ).map(([name, to, maxFiles]) => ({
    ...operation('document', ['pdf', 'png'], [...to]),
    operation: name,
    label: name,
    maxFiles,
    options: { type: 'object' as const, properties: {}, additionalProperties: false as const },
  })),
  { ...operation('image', ['png'], ['jpg']), operation: 'photo', label: 'Import photo' },
  { ...operation('document', ['jpg'], ['pdf']), operation: 'scan', label: 'Scan', maxFiles: 200 },
  { ...operation('document', ['pdf'], ['json']), operation: 'inspect', label: 'Inspect' },
  {
    ...operation('document', ['pdf'], ['pdf']),
    operation: 'merge',
    label: 'Merge',
    minFiles: 2,
    maxFiles: 3,
  },
]

/** What a test does with the jobs that engines are at. */
export interface Held {
  /** Conversions that an engine is at right now, by what their file says. */
  running: Set<string>
  /** Lets every job whose file says `hold NAME` go on. */
  release(name: string): void
  /** Resolves when an engine has begun with the file that says this. */
  started(content: string): Promise<void>
  runs: number
  mostAtOnce: number
}

/**
 * Engines that a test holds in its hand: a file that says `hold NAME` is worked on until it is
 * released, `fail CODE` fails so, and anything else becomes its own upper case. They stand in where
 * the queue, the ledger and the waiting are tested.
 */
export function heldEngines(): { held: Held; create: () => Promise<Engines> } {
  const events = new EventEmitter().setMaxListeners(0)
  const begun = new Set<string>()
  const released = new Set<string>()
  const held: Held = {
    running: new Set(),
    release: (name) => {
      released.add(name)
      events.emit(`release ${name}`)
    },
    started: async (content) => {
      while (!begun.has(content)) await once(events, 'begun')
    },
    runs: 0,
    mostAtOnce: 0,
  }
  /**
   * Adds a line to a PDF that says what was done. One that says `hold merge NAME` or `fail merge
   * CODE` is held, or fails, where it is merged; `split` makes an archive, and so does anything of
   * one that says `several`.
   */
  const pdfStep = async (job: Job, content: string, signal: AbortSignal) => {
    const [word, at, name = ''] = content.split(/\s/)
    if (word === 'fail' && at === job.operation)
      throw new EngineFailure(name as ConversionErrorCode, sentence`The file fails with ${name}.`)
    if (word === 'hold' && at === job.operation && !released.has(name))
      await once(events, `release ${name}`, { signal }).catch(() => {
        throw new EngineFailure('cancelled', sentence`Stopped.`)
      })
    const further = await Promise.all(job.inputs.slice(1).map(({ path }) => readFile(path, 'utf8')))
    const format = job.operation === 'split' || word === 'several' ? 'zip' : 'pdf'
    const path = join(job.folder, `out.${format}`)
    await writeFile(path, [content, ...further, `${job.operation} ${JSON.stringify(job.options)}`].join('\n'))
    return {
      path,
      format,
      pages: 1,
      warnings: job.operation === 'merge' ? [sentence`Merged with a warning.`] : [],
    }
  }
  /**
   * A form with one field, which has the file's own words as its value; `locked` opens with `open`.
   */
  const formStep = async (job: Job, content: string) => {
    if (content === 'locked' && job.options.password !== 'open')
      throw new EngineFailure('source_encrypted', sentence`The PDF needs a password.`)
    const field = aField('name', { rect: { x: 10, y: 20, width: 100, height: 12 }, value: content })
    const path = join(job.folder, 'out.json')
    await writeFile(path, JSON.stringify({ pages: 1, fields: [field], xfa: 'none', signed: false }))
    return { path, format: 'json', warnings: [] }
  }
  /**
   * The file, what it is sealed with, and the room for that. One that says `fail seal CODE` fails
   * so; `fail seal CODE NAME` does once it is released, every time anew.
   */
  const sealStep = async (job: Job, content: string, signal: AbortSignal) => {
    const [word, at, name = '', until = ''] = content.split(/\s/)
    if (until && !released.has(until)) await once(events, `release ${until}`, { signal })
    released.delete(until)
    if (word === 'fail' && at === 'seal')
      throw new EngineFailure(name as ConversionErrorCode, sentence`The file fails with ${name}.`)
    const path = join(job.folder, 'out.pdf')
    await writeFile(path, withRoom(`${content}\n${JSON.stringify(job.options)}\n`, sealRoom(job.options)))
    return { path, format: 'pdf', pages: 4, warnings: [] }
  }
  /** Three pages, which a password protects where the file says `encrypted`. */
  const inspectStep = async (job: Job, content: string) => {
    if (content.startsWith('damaged'))
      throw new EngineFailure('source_damaged', sentence`The PDF is damaged.`)
    const path = join(job.folder, 'out.json')
    const page_boxes = [{ page: 1, x: 0, y: 0, width: 595, height: 842, rotation: 0 }]
    const encrypted = content.startsWith('encrypted')
    await writeFile(path, JSON.stringify({ pages: 3, encrypted, page_boxes, pages_looked_at: 3 }))
    return { path, format: 'json', warnings: [] }
  }
  const engines: Engines = {
    formats: (family) =>
      FORMATS.filter((format) => !family || format.family === family).map((format) => ({
        ...format,
        inputs: OPERATIONS.filter(({ to }) => to.includes(format.format)).flatMap(({ from }) => [...from]),
        outputs: OPERATIONS.filter(({ from }) => from.includes(format.format)).flatMap(({ to }) => [...to]),
      })),
    operations: ({ family, from, to }) =>
      OPERATIONS.filter(
        (o) =>
          (!family || o.family === family) && (!from || o.from.includes(from)) && (!to || o.to.includes(to)),
      ),
    states: () => [
      {
        name: 'held',
        family: 'document',
        version: '1',
        licence: 'none',
        adds: 'all that a test needs',
        system: false,
        installed: true,
        supportedUntil: null,
      },
    ],
    own: () => [{ name: 'held', family: 'document', version: '1', supportedUntil: null }],
    abilities: () => ['held'],
    count: () => {},
    demands: ({ operation }) => ({ engines: ['held'], long: operation === 'merge' }),
    absent: () => null,
    detect: async ({ path, filename }) => {
      const bytes = await readFile(path)
      const found = bytes.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47]))
        ? 'png'
        : bytes.includes(0)
          ? null
          : bytes.subarray(0, 4).toString('latin1') === 'RIFF'
            ? 'webp'
            : filename.split('.').at(-1)
      return FORMATS.find(({ format }) => format === found) ?? null
    },
    normalise: (name) =>
      FORMATS.find(({ format }) => format === name.toLowerCase().replace(/^\./, ''))?.format ?? null,
    losses: knownLosses,
    checkOptions: (operation, options) => {
      // These are checked by the contract alone.
      if (['edit', 'form_fields', 'seal', 'scan'].includes(operation.operation))
        return { ok: true, options: options as Record<string, unknown> }
      const [[name, { maxLength = null } = {}] = ['']] = Object.entries(operation.options.properties)
      if (maxLength !== null) {
        const value = (options as Record<string, unknown>)[name] ?? ''
        const strange = Object.keys(options as object).find((given) => given !== name)
        if (strange) return { ok: false, errors: [{ path: strange, message: 'Not an option.' }] }
        return String(value).length <= 20
          ? { ok: true, options: { [name]: value } }
          : { ok: false, errors: [{ path: name, message: 'At most 20 characters.' }] }
      }
      const { quality = 80, size = undefined, ...rest } = options as { quality?: unknown; size?: unknown }
      if (Object.keys(rest).length > 0)
        return { ok: false, errors: [{ path: Object.keys(rest)[0] as string, message: 'Not an option.' }] }
      const ok = Number.isInteger(quality) && Number(quality) >= 1 && Number(quality) <= 100
      return ok
        ? { ok, options: { quality, ...(size !== undefined && { size }) } }
        : { ok: false, errors: [{ path: 'quality', message: 'From 1 to 100.' }] }
    },
    run: async (job, { signal, onProgress }) => {
      const content = await readFile(job.inputs[0]?.path as string, 'utf8')
      held.runs++
      held.running.add(content)
      held.mostAtOnce = Math.max(held.mostAtOnce, held.running.size)
      begun.add(content)
      events.emit('begun')
      try {
        if (job.operation === 'inspect') return await inspectStep(job, content)
        if (job.target === 'json') return await formStep(job, content)
        if (job.operation === 'seal') return await sealStep(job, content, signal)
        if (job.target === 'pdf') return await pdfStep(job, content, signal)
        const [word, name = ''] = content.split(' ')
        if (word === 'fail') {
          const code = CONVERSION_ERRORS.find((known) => known === name) as ConversionErrorCode
          throw new EngineFailure(code, sentence`The file fails with ${code}.`)
        }
        if (word === 'hold') {
          onProgress(sentence`Holding`, 0.5)
          if (!released.has(name)) {
            await once(events, `release ${name}`, { signal }).catch(() => {
              throw new EngineFailure('cancelled', sentence`Stopped.`)
            })
          }
        }
        const path = join(job.folder, `out.${job.target}`)
        await writeFile(path, content.toUpperCase())
        return { path, format: job.target, warnings: [] }
      } finally {
        held.running.delete(content)
      }
    },
    figures: () => ({ children: [], failures: [] }),
    sandbox: () => ({ kind: 'none', network: false, filesystem: false, detail: 'No engine runs.' }),
    prepare: () => {},
    close: async () => {},
  }
  return { held, create: async () => engines }
}

const sealRoom = (options: Record<string, unknown>) => (options.seal as { room: number }).room

/** The end of a file as it is made ready for its seal. */
function withRoom(before: string, room: number): Buffer {
  const head =
    '7 0 obj\n<<\n/Type /Sig\n/Filter /Adobe.PPKLite\n/SubFilter /ETSI.CAdES.detached\n/ByteRange [ 0 '
  const tail = '\n/Name <41>\n/Reason <42>\n/M (D:20261122000000Z)\n>>\nendobj\n\nstartxref\n1\n%%EOF\n'
  const contents = '\n/Contents '
  const from = Buffer.byteLength(before) + head.length + 40 + contents.length
  const to = from + 2 * room + 2
  const ranges = `${from} ${to} ${tail.length} ]`.padEnd(40, ' ')
  return Buffer.from(`${before}${head}${ranges}${contents}<${'0'.repeat(2 * room)}>${tail}`)
}
