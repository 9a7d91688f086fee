import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createWorker, OEM, type Page, type Worker } from 'tesseract.js'
import { EngineFailure } from '../../kernel/engine.ts'
import { sentence } from '../../kernel/sentence.ts'
import { languageFile } from './languages.ts'
import type { PageWords } from './words.ts'

/** What was read on one page. */
export interface ReadPage {
  text: string
  /** Lines of each paragraph. */
  paragraphs: string[][]
  /** From 0 to 100. */
  confidence: number
  /** A PDF of one page with the text where it stands, invisible, and nothing else. */
  layer: Uint8Array
}

const FOLDER = join('tmp', 'languages')

/**
 * Reads images of pages. The languages' data come from the installed packages: nothing is ever
 * downloaded.
 */
export class Reader {
  #worker: Worker | null = null
  #languages = ''
  #onProgress: (progress: number) => void = () => {}

  /** Gets ready for these languages. Throws `engine_unavailable` when one is not installed. */
  async speak(codes: readonly string[]): Promise<void> {
    const wanted = codes.join('+')
    if (this.#languages === wanted) return
    await this.#worker?.terminate()
    this.#languages = ''
    // It reads all languages from one folder, and each is a package of its own.
    mkdirSync(FOLDER, { recursive: true })
    for (const code of codes) {
      const file = languageFile(code)
      if (!file) {
        throw new EngineFailure(
          'engine_unavailable',
          sentence`This language is not installed for text recognition. Choose another one.`,
        )
      }
      copyFileSync(file, join(FOLDER, basename(file)))
    }
    this.#worker = await createWorker([...codes], OEM.LSTM_ONLY, {
      langPath: FOLDER,
      cacheMethod: 'none',
      logger: ({ status, progress }) => {
        if (status === 'recognizing text') this.#onProgress(progress)
      },
    })
    this.#languages = wanted
    rmSync(FOLDER, { recursive: true })
  }

  /** As `read`, where each word stands and no layer. */
  async readWords(image: Buffer): Promise<PageWords> {
    if (!this.#worker) throw new Error('No language was chosen.')
    this.#onProgress = () => {}
    const { data } = await this.#worker.recognize(image, {}, { blocks: true })
    return wordsOf(data)
  }

  /** Reads one image (PNG, with its pixels per inch in it); `onProgress` gets 0..1. */
  async read(image: Buffer, onProgress: (progress: number) => void): Promise<ReadPage> {
    if (!this.#worker) throw new Error('No language was chosen.')
    this.#onProgress = onProgress
    const { data } = await this.#worker.recognize(
      image,
      { pdfTitle: '', pdfTextOnly: true },
      { text: true, blocks: true, pdf: true },
    )
    return {
      text: data.text.trim(),
      paragraphs: paragraphsOf(data),
      confidence: data.confidence,
      layer: Uint8Array.from(data.pdf ?? []),
    }
  }
}

function wordsOf({ blocks, confidence }: Page): PageWords {
  const lines = (blocks ?? [])
    .flatMap(({ paragraphs }) => paragraphs)
    .flatMap((paragraph) => paragraph.lines)
    .filter(({ text }) => text.trim() !== '')
    .map(({ baseline, bbox, words }) => ({
      baseline: [baseline.y0, baseline.y1] as [number, number],
      height: bbox.y1 - bbox.y0,
      left: bbox.x0,
      right: bbox.x1,
      words: words
        .map(({ text, bbox }) => ({ text: text.trim(), left: bbox.x0, right: bbox.x1 }))
        .filter(({ text }) => text !== ''),
    }))
  return { confidence, lines }
}

function paragraphsOf({ blocks }: Page): string[][] {
  return (blocks ?? [])
    .flatMap(({ paragraphs }) => paragraphs)
    .map(({ lines }) => lines.map(({ text }) => text.trim()).filter((line) => line !== ''))
    .filter((lines) => lines.length > 0)
}
