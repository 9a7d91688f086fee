import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { createEngines } from '../server/engines/index.ts'
import { digits, megabytes, milliseconds, spread, timed } from './figures.ts'
import type { FormTask } from './pdf-lib-alone.ts'
import { type Bench, verdict } from './table.ts'

/** Maximum ratio to the library alone. */
const FACTOR = 1.5

type Fields = FormTask['fields']

/**
 * Saving a long form: the engine, with sandbox and verification, compared with the library alone.
 */
export const pdfSave: Bench = {
  name: 'pdf-save',
  title: 'Saving a 100-page form, through the engine',
  async run({ quick }) {
    const folder = mkdtempSync(join(tmpdir(), 'filewright-bench-'))
    const silent = { info: () => {}, warn: () => {}, error: () => {} }
    const engines = await createEngines({ folder: join(folder, 'children'), log: silent, cores: 1 })
    const alone = fork(fileURLToPath(new URL('pdf-lib-alone.ts', import.meta.url)))
    await once(alone, 'message')
    try {
      const form = await longForm(quick ? 10 : 100)
      const from = join(folder, 'form.pdf')
      writeFileSync(from, form.bytes)
      let jobs = 0
      const ours = async (fields: Fields) => {
        const place = join(folder, `job-${++jobs}`)
        mkdirSync(place)
        copyFileSync(from, join(place, 'input'))
        const inputs = [{ path: join(place, 'input'), format: 'pdf' }]
        const job = {
          owner: 'bench',
          folder: place,
          operation: 'edit',
          inputs,
          target: 'pdf',
          options: { fields },
        }
        const hooks = { signal: new AbortController().signal, onProgress: () => {} }
        const { answer, ms } = await timed(() => engines.run(job, hooks))
        return { ms, path: answer.path }
      }
      const [name = ''] = Object.keys(form.fields)
      const rows = [
        await compare('all fields', form.fields, { alone, ours, from, folder, rounds: quick ? 2 : 7 }),
        await compare(
          'one field',
          { [name]: 'A value' },
          { alone, ours, from, folder, rounds: quick ? 2 : 11 },
        ),
      ]
      return {
        columns: ['case', 'pdf-lib alone', 'engine', 'target', 'ratio', 'result', 'verdict'],
        rows,
        notes: [
          `A form of ${megabytes(form.bytes.length)} with 30 lines of text, eight text fields and two checkboxes on each page. pdf-lib alone: a bare, warm process reads the form, sets the values and writes it. Engine: sandbox, check for a password and damage, values and appearances appended to the file, result reopened by two readers. The two sides take turns; one warm-up round is not counted.`,
        ],
      }
    } finally {
      alone.disconnect()
      await engines.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

interface Sides {
  alone: ChildProcess
  ours(fields: Fields): Promise<{ ms: number; path: string }>
  from: string
  folder: string
  rounds: number
}

async function compare(
  what: string,
  fields: Fields,
  { alone, ours, from, folder, rounds }: Sides,
): Promise<string[]> {
  const to = join(folder, 'alone.pdf')
  const times: { bare: number[]; engine: number[] } = { bare: [], engine: [] }
  let result = ''
  for (let round = -1; round < rounds; round++) {
    alone.send({ from, to, fields } satisfies FormTask)
    const [bare] = await once(alone, 'message')
    const { ms, path } = await ours(fields)
    result = path
    if (round < 0) continue
    times.bare.push(bare as number)
    times.engine.push(ms)
  }
  const [floor, whole] = [spread(times.bare), spread(times.engine)]
  const ratio = whole.median / floor.median
  return [
    `${what}, n = ${rounds}`,
    milliseconds(floor),
    milliseconds(whole),
    `≤ ${FACTOR} ×`,
    `${digits(ratio)} ×`,
    `${megabytes(statSync(result).size)} (pdf-lib ${megabytes(statSync(to).size)})`,
    verdict(ratio <= FACTOR),
  ]
}

async function longForm(pages: number): Promise<{ bytes: Uint8Array; fields: Fields }> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  const form = document.getForm()
  const fields: Fields = {}
  for (let number = 1; number <= pages; number++) {
    const page = document.addPage([595, 842])
    for (let line = 1; line <= 30; line++)
      page.drawText(`Page ${number}, line ${line}: the quick brown fox jumps over the lazy dog`, {
        ...{ x: 40, y: 800 - line * 14, size: 10, font },
      })
    for (let index = 0; index < 8; index++) {
      const text = form.createTextField(`page${number}.text${index}`)
      text.addToPage(page, { x: 40, y: 40 + index * 30, width: 200, height: 20, font })
      text.setFontSize(11)
      fields[text.getName()] = `Value ${number}/${index}`
    }
    for (let index = 0; index < 2; index++) {
      const tick = form.createCheckBox(`page${number}.tick${index}`)
      tick.addToPage(page, { x: 300, y: 40 + index * 30, width: 16, height: 16 })
      fields[tick.getName()] = true
    }
  }
  return { bytes: await document.save(), fields }
}
