import { imageOf, newPaper, PAGE } from './paper.ts'

const [MARGIN, LINE, MOST_LETTERS] = [10, 13, 22]

/** The first lines of a text, as a page. */
export async function drawText(text: string): Promise<Blob | null> {
  const paper = newPaper()
  if (!paper) return null
  const { canvas, context } = paper
  context.font = '10px sans-serif'
  context.textBaseline = 'top'
  const rows = Math.floor((PAGE.height - 2 * MARGIN) / LINE)
  for (const [row, line] of linesOf(text).slice(0, rows).entries())
    context.fillText(line, MARGIN, MARGIN + row * LINE, PAGE.width - 2 * MARGIN)
  return imageOf(canvas)
}

/** Lines of the page's width, broken between words. */
export function linesOf(text: string, most = MOST_LETTERS): string[] {
  const lines: string[] = []
  for (const paragraph of text.split(/\r?\n/)) {
    let line = ''
    for (const word of paragraph.slice(0, 400).split(/\s+/)) {
      if (line !== '' && line.length + word.length >= most) {
        lines.push(line)
        line = ''
      }
      line = (line === '' ? word : `${line} ${word}`).slice(0, most)
    }
    lines.push(line)
  }
  return lines
}
