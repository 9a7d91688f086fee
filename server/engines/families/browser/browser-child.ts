import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { serve } from '../../kernel/child-serve.ts'
import { EngineFailure } from '../../kernel/engine.ts'
import { sentence } from '../../kernel/sentence.ts'
import { printingLosses } from '../document/html-losses.ts'
import { readText } from '../document/pandoc-source.ts'
import { startPdfium, withPdf } from '../pdf/pdfium.ts'
import { Chromium, type Printing } from './chromium.ts'
import { findChromium } from './program.ts'

export interface BrowserRequest {
  /** Names in `in` and `out`. */
  input: string
  output: string
  printing: Printing
}

const chromium = new Chromium(findChromium()?.path ?? '', resolve('state'))
const pdfium = await startPdfium()
const LETTER: Printing = {
  paperWidth: 8.5,
  paperHeight: 11,
  landscape: false,
  margin: 0.4,
  scale: 1,
  printBackground: true,
}

await serve<BrowserRequest>({
  async warm() {
    await chromium.start()
    await chromium.print('<p>Warm</p>', LETTER)
  },

  async run({ input, output, printing }, report) {
    if (!chromium.alive) await chromium.start()
    report(sentence`Printing`, null)
    const html = readText(join('in', input), 'HTML', 'html')
    const { pdf, blocked } = await chromium.print(html, printing)
    report(sentence`Checking`, null)
    const pages = withPdf({ pdfium }, pdf, (document) => document.pages)
    if (pages === 0)
      throw new EngineFailure(
        'output_empty',
        sentence`The document has no pages. Check that it holds text or images.`,
      )
    writeFileSync(join('out', output), pdf)
    return { files: [output], pages, warnings: printingLosses(html, blocked) }
  },
})
