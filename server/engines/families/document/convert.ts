import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { EngineFailure, type Job, type JobOutput } from '../../kernel/engine.ts'
import { extensionOf, formatNamed } from '../../kernel/formats.ts'
import type { StepRunner } from '../../kernel/run-step.ts'
import { sentence } from '../../kernel/sentence.ts'
import { readZipDirectory } from '../../kernel/source/zip.ts'
import { TEXT_FORMATS } from '../detection/detect.ts'
import { READERS, WRITERS } from './formats.ts'
import { PDF_OPTIONS, pagePreamble, pageVariables, pandocOptions } from './options.ts'
import type { PandocRequest } from './pandoc-child.ts'
import type { TypstRequest } from './typst-child.ts'
import type { WarmPandocRequest } from './warm-pandoc-child.ts'

/** Converts between pandoc's formats. The result is reopened for verification. */
export async function convertDocument(job: Job, run: StepRunner): Promise<JobOutput> {
  const writer = WRITERS[job.target]
  if (!writer)
    throw new EngineFailure('engine_unavailable', sentence`This conversion is not available on this server.`)
  const output = `result.${extensionOf(job.target)}`
  const { result, folder } = await run('pandoc', [source(job)], {
    ...reading(job),
    target: job.target,
    output,
    options: {
      to: writer.to,
      standalone: true,
      ...writer.options,
      ...(job.target === 'html' && bringsImages(job) ? { 'embed-resources': true } : {}),
      ...pandocOptions(job.options),
    },
  } satisfies PandocRequest)
  const path = join(folder, output)
  probe(path, writer.member)
  const warnings = [...result.warnings]
  if (job.target === 'revealjs')
    warnings.push(sentence`The slides load reveal.js from the internet when they are shown.`)
  return { path, format: job.target, warnings }
}

/**
 * Converts Markdown to HTML with the persistent pandoc. The result is reopened for verification.
 */
export async function convertMarkdown(job: Job, run: StepRunner): Promise<JobOutput> {
  const { input, label, from } = reading(job)
  const output = 'result.html'
  const { result, folder } = await run('warm-pandoc', [source(job)], {
    input,
    label,
    from,
    output,
    toc: job.options.toc === true,
    numberSections: job.options.number_sections === true,
  } satisfies WarmPandocRequest)
  const path = join(folder, output)
  probe(path, undefined)
  return { path, format: job.target, warnings: result.warnings }
}

/**
 * Typesets a document as pages: its content, not the source's layout. `blocks` limits it to so many
 * block elements from the start.
 */
export async function typesetDocument(
  job: Job,
  run: StepRunner,
  { blocks }: { blocks?: number } = {},
): Promise<JobOutput> {
  const options = PDF_OPTIONS.parse(job.options)
  const read = await run('pandoc', [source(job)], {
    ...reading(job),
    target: 'pdf',
    output: 'main.typ',
    ...(blocks !== undefined && { blocks }),
    options: { to: 'typst', standalone: true, variables: pageVariables(options), ...pandocOptions(options) },
  } satisfies PandocRequest)
  const inputs = read.result.files.map((name) => ({ path: join(read.folder, name), name }))
  const set = await run('typst', inputs, {
    input: 'main.typ',
    output: 'result.pdf',
    names: read.result.names ?? {},
    preamble: pagePreamble(options),
  } satisfies TypstRequest)
  const pages = set.result.pages
  return {
    path: join(set.folder, 'result.pdf'),
    format: 'pdf',
    ...(pages === undefined ? {} : { pages }),
    warnings: [...read.result.warnings, ...set.result.warnings],
  }
}

function source(job: Job): { path: string; name: string } {
  const [input] = job.inputs
  if (!input) throw new EngineFailure('internal', sentence`No file was given. Choose a file, then try again.`)
  return { path: input.path, name: `source.${extensionOf(input.format)}` }
}

function reading(job: Job): Pick<PandocRequest, 'input' | 'label' | 'text' | 'from'> {
  const format = job.inputs[0]?.format ?? ''
  return {
    input: source(job).name,
    label: formatNamed(format)?.label ?? format,
    text: TEXT_FORMATS.has(format),
    from: READERS[format] ?? format,
  }
}

/**
 * A single text has only embedded images; looking for others takes as long as the conversion. The
 * clean-up filter removes external references anyway.
 */
function bringsImages(job: Job): boolean {
  const format = job.inputs[0]?.format ?? ''
  return !TEXT_FORMATS.has(format) || format === 'ipynb' || format === 'fb2'
}

const BLANK_BYTES = 4096

/** A ZIP container must have a directory and its main part; a text must not be blank. */
function probe(path: string, member: string | undefined): void {
  if (member === undefined) {
    const text = readFileSync(path)
    if (text.length > BLANK_BYTES || text.toString('utf8').trim() !== '') return
    throw new EngineFailure(
      'output_empty',
      sentence`The result would be empty: the document holds nothing that this format can show.`,
    )
  }
  const wrong = () =>
    new EngineFailure(
      'output_wrong',
      sentence`The result could not be opened again. Try another target format.`,
    )
  let names: string[]
  try {
    names = readZipDirectory(path, 65_535).map(({ name }) => name)
  } catch {
    throw wrong()
  }
  if (!names.includes(member)) throw wrong()
}
