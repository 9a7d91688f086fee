import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { EngineFailure, type Job, type JobFile, type JobOutput } from '../../kernel/engine.ts'
import { jobOutput } from '../../kernel/job-output.ts'
import type { Limits } from '../../kernel/limits.ts'
import type { StepRunner } from '../../kernel/run-step.ts'
import { sentence } from '../../kernel/sentence.ts'
import type { OcrRequest } from '../ocr/ocr-child.ts'
import type { DocumentRequest } from './document.ts'
import { halves, type Quad, turned, WHOLE } from './homography.ts'
import { SCAN_OPTIONS, type ScanOptions } from './options.ts'
import type { PageFacts, PageRequest } from './page.ts'

/** DPI and JPEG quality. */
const QUALITIES = {
  small: { dpi: 150, jpeg: 60 },
  balanced: { dpi: 200, jpeg: 75 },
  best: { dpi: 300, jpeg: 85 },
} as const

/** A page, or a side of a card on a page: a photo and its region. */
interface Print {
  photo: JobFile
  quad: Quad | null
  filter: PageRequest['filter']
  card: PageRequest['card']
  joins: boolean
}

/** A print with its files: paths below the job's folder. */
interface Printed {
  facts: string
  image: string
  words: string | null
  joins: boolean
}

/**
 * Combines photos of sheets into one PDF: each is rectified, filtered and optionally read by OCR,
 * in parallel on all cores. Each page is a separate step, so memory doesn't grow with their number.
 */
export async function makeScan(job: Job, run: StepRunner, limits: Limits): Promise<JobOutput> {
  const options = SCAN_OPTIONS.parse(job.options)
  const prints = printsOf(job.inputs, options)
  const printed: Printed[] = []
  let next = 0
  const work = async () => {
    for (let at = next++; at < prints.length; at = next++)
      printed[at] = await print(
        prints[at] as Print,
        { stage: sentence`Page ${at + 1} of ${prints.length}`, progress: at / prints.length },
        options,
        run,
        limits,
      )
  }
  const workers = Array.from({ length: Math.min(prints.length, availableParallelism()) }, () =>
    work().catch((error: unknown) => {
      // Starts no further pages, and waits for running ones before the job's folder is deleted.
      next = prints.length
      throw error
    }),
  )
  const failed = (await Promise.allSettled(workers)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  const { result, folder } = await run('scan', ...documentStep(printed, options.title))
  return jobOutput(join(folder, result.files[0] ?? ''), 'pdf', result)
}

/** Two book pages are two prints of one photo; the back of a card is below its front. */
function printsOf(photos: readonly JobFile[], { pages }: ScanOptions): Print[] {
  if (photos.length !== pages.length)
    throw new EngineFailure(
      'option_refused',
      sentence`There are ${photos.length} photos and settings for ${pages.length}.`,
    )
  return pages.flatMap(({ quad, rotation, filter, layout }, at): Print[] => {
    const photo = photos[at] as JobFile
    const one = { photo, filter, card: null, joins: false }
    if (layout === 'book') {
      const both = halves(quad ?? WHOLE)
      if (!both) throw new EngineFailure('option_refused', sentence`The corners of a page lie on one line.`)
      return both.map((half) => ({ ...one, quad: turned(half, rotation) }))
    }
    const isBack = layout === 'back' && at > 0
    const isFront = pages[at + 1]?.layout === 'back' && !isBack
    return [
      {
        ...one,
        quad: rotation === 0 ? quad : turned(quad ?? WHOLE, rotation),
        card: isBack ? 'back' : isFront ? 'front' : null,
        joins: isBack,
      },
    ]
  })
}

async function print(
  { photo, joins, ...one }: Print,
  place: Pick<PageRequest, 'stage' | 'progress'>,
  options: ScanOptions,
  run: StepRunner,
  limits: Limits,
): Promise<Printed> {
  const name = `photo.${photo.format}`
  const { folder } = await run('scan', [{ path: photo.path, name }], {
    step: 'page',
    ...place,
    input: name,
    ...one,
    pageSize: options.page_size,
    marginMm: options.margin_mm,
    ...QUALITIES[options.quality],
    read: options.languages.length > 0,
    maxPixels: limits.pixels,
  } satisfies PageRequest)
  const facts = join(folder, 'page.json')
  const { image, read } = JSON.parse(readFileSync(facts, 'utf8')) as PageFacts
  const words = read === null ? null : await readWords(join(folder, read), options, run, limits)
  return { facts, image: join(folder, image.file), words, joins }
}

async function readWords(
  path: string,
  options: ScanOptions,
  run: StepRunner,
  limits: Limits,
): Promise<string> {
  const { result, folder } = await run('ocr', [{ path, name: 'read.png' }], {
    input: 'read.png',
    format: 'png',
    target: 'words',
    output: 'words.json',
    languages: options.languages,
    pages: '',
    dpi: QUALITIES[options.quality].dpi,
    skipText: false,
    maxPixels: limits.pixels,
  } satisfies OcrRequest)
  return join(folder, result.files[0] ?? '')
}

function documentStep(
  printed: readonly Printed[],
  title: string,
): [inputs: { path: string; name: string }[], request: DocumentRequest] {
  const inputs: { path: string; name: string }[] = []
  const give = (path: string, name: string) => {
    inputs.push({ path, name })
    return name
  }
  const pages = printed.map(({ facts, image, words, joins }, at) => ({
    facts: give(facts, `${at}.json`),
    image: give(image, `${at}.image`),
    words: words === null ? null : give(words, `${at}.words.json`),
    joins,
  }))
  return [inputs, { step: 'document', pages, title, output: 'result.pdf' }]
}
