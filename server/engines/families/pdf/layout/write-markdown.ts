import { literal } from '../text.ts'
import { textOf } from './chunks.ts'
import { flow } from './headings.ts'
import type { Block, DocumentModel, Paragraph, Run, Table } from './model.ts'
import { legalText } from './xml-text.ts'

/** Writes a document as Markdown: headings, paragraphs, lists, tables and links; no images. */
export function writeMarkdown(model: DocumentModel): string {
  return written(model.pages.flatMap(flow))
}

function written(blocks: readonly Block[]): string {
  const parts: string[] = []
  let inList = false
  for (const block of blocks) {
    if (block.kind === 'image') continue
    const text = block.kind === 'table' ? tableText(block) : paragraphText(block)
    if (text === '') continue
    const isItem = block.kind === 'paragraph' && block.list !== null
    parts.push(parts.length === 0 ? '' : isItem && inList ? '\n' : '\n\n', text)
    inList = isItem
  }
  return parts.join('')
}

function paragraphText(block: Paragraph): string {
  const text = inline(block.runs)
  if (text === '') return ''
  if (block.heading > 0) return `${'#'.repeat(block.heading)} ${text}`
  if (!block.list) return text
  const { level, format, value } = block.list
  return `${'    '.repeat(level)}${format === 'bullet' ? '-' : `${value}.`} ${text}`
}

function inline(runs: readonly Run[]): string {
  const pieces: string[] = []
  for (let at = 0; at < runs.length; ) {
    // Consecutive runs of the same link form one link.
    const link = runs[at]?.link ?? null
    let next = at + 1
    while (link !== null && next < runs.length && runs[next]?.link === link) next++
    const text = escaped(textOf(runs.slice(at, next)), pieces.length === 0)
    pieces.push(link === null ? text : linked(text, link))
    at = next
  }
  return pieces.join('').trim()
}

function linked(text: string, link: string): string {
  const [before = '', after = ''] = [/^\s*/, /\s*$/].map((spaces) => spaces.exec(text)?.[0])
  return `${before}[${text.trim()}](${link.replace(/[()<>\s]/g, encodeURIComponent)})${after}`
}

function escaped(text: string, first: boolean): string {
  const flat = legalText(text).replace(/[\s]+/g, ' ')
  const whole = first ? literal(flat.trimStart()) : literal(`.${flat}`).slice(1)
  return whole.replace(/[$~^]/g, '\\$&')
}

function tableText({ rows, widths }: Table): string {
  const lines = rows.map((row) => {
    const cells = widths.map((_, column) => {
      const blocks = row[column]?.blocks ?? []
      return blocks.flatMap((block) => (block.kind === 'paragraph' ? [inline(block.runs)] : [])).join(' ')
    })
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  })
  const [head = '', ...others] = lines
  return [head, `|${widths.map(() => ' --- |').join('')}`, ...others].join('\n')
}
