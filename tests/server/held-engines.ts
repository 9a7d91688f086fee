import { EventEmitter, once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CONVERSION_ERRORS, type ConversionErrorCode } from '../../contract/conversion-errors.ts'
import { EngineFailure, type Engines, type Format, type Operation } from '../../server/engines/engine.ts'

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
const FORMATS = [text('md', 'Markdown'), text('html', 'HTML'), text('txt', 'Plain text'), png, webp]

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
  { ...operation('image', ['png'], ['webp']), operation: 'thumbnail', label: 'Draw a small picture' },
  { ...operation('image', ['webp'], ['webp']), operation: 'sample', label: 'Make a sample' },
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
 * Engines that a test holds in its hand: a file that says `hold NAME` is worked on until it is released, `fail CODE` fails so,
 * and anything else becomes its own upper case. They stand in where the queue, the ledger and the waiting are tested.
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
      },
    ],
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
    checkOptions: (_operation, options) => {
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
        const [word, name = ''] = content.split(' ')
        if (word === 'fail') {
          const code = CONVERSION_ERRORS.find((known) => known === name) as ConversionErrorCode
          throw new EngineFailure(code, `The file fails with ${code}.`)
        }
        if (word === 'hold') {
          onProgress('Holding', 0.5)
          if (!released.has(name)) {
            await once(events, `release ${name}`, { signal }).catch(() => {
              throw new EngineFailure('cancelled', 'Stopped.')
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
    sandbox: () => ({ kind: 'none', network: false, filesystem: false, detail: 'No engine runs.' }),
    prepare: () => {},
    close: async () => {},
  }
  return { held, create: async () => engines }
}
