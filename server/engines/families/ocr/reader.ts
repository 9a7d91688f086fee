import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createWorker, OEM, type Page, type Worker } from 'tesseract.js'
import { EngineFailure } from '../../kernel/engine.ts'
import { sentence } from '../../kernel/sentence.ts'
import { languageFile } from './languages.ts'
import type { PageWords } from './words.ts'

/** The OCR result of a page. */
export interface ReadPage {
  text: string
  /** Lines of each paragraph. */
  paragraphs: string[][]
  /** From 0 to 100. */
  confidence: number
  /** A one-page PDF with only the positioned, invisible text. */
  layer: Uint8Array
}

const FOLDER = join('tmp', 'languages')

/**
 * Recognizes text in page images. Language data comes from installed packages and is never
 * downloaded.
 */
export class Reader {
  #worker: Worker | null = null
  #languages = ''
  #onProgress: (progress: number) => void = () => {}

  /**
   * Loads these languages.
   * @throws `engine_unavailable` if one isn't installed
   */
  async speak(codes: readonly string[]): Promise<void> {
    const wanted = codes.join('+')
    if (this.#languages === wanted) return
    await this.#worker?.terminate()
    this.#languages = ''
    // The library reads all languages from one folder, but each is a separate package.
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

  /** Like `read`, but returns word positions instead of a layer. */
  async readWords(image: Buffer): Promise<PageWords> {
    if (!this.#worker) throw new Error('No language was chosen.')
    this.#onProgress = () => {}
    const { data } = await this.#worker.recognize(image, {}, { blocks: true })
    return wordsOf(data)
  }

  /** Recognizes one image (PNG with its DPI); `onProgress` receives 0..1. */
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
