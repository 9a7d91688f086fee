import { join } from 'node:path'
import { z } from 'zod'
import { EngineFailure, type Job, type JobOutput } from '../../kernel/engine.ts'
import { workerProgramAt } from '../../kernel/engine-package.ts'
import { conversion } from '../../kernel/entry.ts'
import type { EngineModule, Installed } from '../../kernel/module.ts'
import type { StepRunner } from '../../kernel/run-step.ts'
import { sentence } from '../../kernel/sentence.ts'
import { PDF_OPTIONS, type PdfOptions } from '../document/options.ts'
import type { BrowserRequest } from './browser-child.ts'
import { findChromium } from './program.ts'

const NAME = 'Chromium'
const MEGABYTE = 1024 * 1024

const { paper, landscape } = PDF_OPTIONS.shape
const OPTIONS = z.strictObject({
  paper,
  landscape,
  margin: z.int().min(0).max(60).default(10).meta({
    title: 'Margin',
    description: 'In millimeters, on all four sides. A size or margin in the page’s styles wins.',
  }),
  scale: z.int().min(10).max(200).default(100).meta({ title: 'Scale', description: 'In percent.' }),
  background: z.boolean().default(true).meta({
    title: 'Print backgrounds',
    description: 'Colors and images behind the text.',
  }),
})

/** Width and height in inches. */
const SIZES: Record<PdfOptions['paper'], [width: number, height: number]> = {
  a3: [11.69, 16.54],
  a4: [8.27, 11.69],
  a5: [5.83, 8.27],
  letter: [8.5, 11],
  legal: [8.5, 14],
}

async function printPage(job: Job, run: StepRunner): Promise<JobOutput> {
  const [source] = job.inputs
  if (!source)
    throw new EngineFailure('internal', sentence`No file was given. Choose a file, then try again.`)
  const options = OPTIONS.parse(job.options)
  const [paperWidth, paperHeight] = SIZES[options.paper]
  const output = 'result.pdf'
  const { result, folder } = await run('browser', [{ path: source.path, name: 'source.html' }], {
    input: 'source.html',
    output,
    printing: {
      paperWidth,
      paperHeight,
      landscape: options.landscape,
      margin: options.margin / 25.4,
      scale: options.scale / 100,
      printBackground: options.background,
    },
  } satisfies BrowserRequest)
  const { pages, warnings } = result
  return { path: join(folder, output), format: 'pdf', ...(pages !== undefined && { pages }), warnings }
}

const works = (installed: Installed) => installed.has(NAME) && installed.has('PDFium')

/** HTML to PDF, as printed by a browser. */
export const browserEngines: EngineModule = {
  engines: [
    {
      name: NAME,
      family: 'document',
      licence: 'BSD-3-Clause',
      adds: 'HTML as PDF with the layout that its styles give it',
      install: 'apt install chromium-headless-shell',
      system: true,
      find: findChromium,
    },
  ],

  entries: (installed) =>
    works(installed)
      ? [
          conversion({
            family: 'document',
            engine: NAME,
            from: ['html'],
            target: 'pdf',
            schema: OPTIONS,
            kinds: ['browser'],
            run: printPage,
          }),
        ]
      : [],

  workerPrograms: (installed) =>
    works(installed)
      ? [
          {
            ...workerProgramAt('browser', 'browser', 'browser-child.ts'),
            spawns: true,
            keeps: true,
            expectedBytes: 400 * MEGABYTE,
            reservedBytes: 2048 * MEGABYTE,
          },
        ]
      : [],
}
