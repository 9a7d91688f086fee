import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { EngineFailure, type Job, type JobOutput } from '../../kernel/engine.ts'
import type { StepRunner } from '../../kernel/run-step.ts'
import { sentence } from '../../kernel/sentence.ts'
import type { TypstRequest } from './typst-child.ts'
import { typstString } from './typst-string.ts'

const words = z.string().max(500)
const party = z.strictObject({ lines: z.array(words).max(12), tax_id: words.nullable() })

/** The content of an invoice with formatted amounts. Only the server creates it. */
export const INVOICE = z.strictObject({
  number: words.min(1),
  /** `2026-11-27` */
  issued: z.iso.date(),
  seller: party,
  buyer: party,
  items: z
    .array(z.strictObject({ name: words, note: words.nullable(), amount: words }))
    .min(1)
    .max(20),
  net: words,
  tax: words,
  total: words,
  /** Payment method and payment ID. */
  payment: words,
  /** A test payment. */
  is_test: z.boolean(),
})
export type Invoice = z.infer<typeof INVOICE>

/** Typesets an invoice as a PDF. Deterministic: its date is the invoice's. */
export async function typesetInvoice(job: Job, run: StepRunner): Promise<JobOutput> {
  const [input] = job.inputs
  if (!input) throw new EngineFailure('internal', sentence`No invoice was given.`)
  const invoice = INVOICE.parse(JSON.parse(readFileSync(input.path, 'utf8')))
  const path = join(job.folder, 'invoice.typ')
  writeFileSync(path, sourceOf(invoice))
  const { result, folder } = await run('typst', [{ path, name: 'main.typ' }], {
    input: 'main.typ',
    output: 'result.pdf',
    names: {},
    preamble: '',
  } satisfies TypstRequest)
  return {
    path: join(folder, 'result.pdf'),
    format: 'pdf',
    ...(result.pages !== undefined && { pages: result.pages }),
    warnings: result.warnings,
  }
}

const lines = (all: readonly string[]) => all.map((line) => `#${typstString(line)}`).join(' \\\n')
const taxId = (id: string | null) => (id === null ? [] : [`Tax ID: ${id}`])

/** Typst source whose texts are all string literals, so that names can't inject code. */
export function sourceOf(invoice: Invoice): string {
  const { number, issued, seller, buyer, items, net, tax, total, payment, is_test } = invoice
  const [year, month, day] = issued.split('-').map(Number)
  const title = typstString(`Invoice ${number}`)
  const [name = '', ...address] = seller.lines
  return `
#set document(title: ${title}, author: ${typstString(name)}, date: datetime(year: ${year}, month: ${month}, day: ${day}))
#set page(paper: "a4", margin: (x: 24mm, y: 24mm), footer: context align(center, text(size: 8pt, fill: luma(40%))[
  #${title}, page #counter(page).display() of #counter(page).final().first()
]))
#set text(size: 10pt)
#set par(leading: 0.6em)
${is_test ? `#block(width: 100%, inset: 8pt, fill: rgb("#fdf3dc"), text(fill: rgb("#7a4b00"))[#${typstString('Test invoice: no real money was paid.')}])` : ''}
#grid(columns: (1fr, auto), gutter: 8mm,
  [#text(size: 20pt, weight: "bold")[Invoice] \\ #text(fill: luma(35%))[#${typstString(number)}]],
  align(right)[#text(weight: "bold")[#${typstString(name)}] \\ ${lines([...address, ...taxId(seller.tax_id)])}],
)
#v(10mm)
#grid(columns: (1fr, auto), gutter: 8mm,
  [#text(size: 8pt, fill: luma(35%))[Billed to] \\ ${lines([...buyer.lines, ...taxId(buyer.tax_id)])}],
  align(right)[#text(size: 8pt, fill: luma(35%))[Date] \\ #${typstString(issued)}],
)
#v(10mm)
#table(columns: (1fr, auto), stroke: none, inset: (x: 0pt, y: 6pt), align: (left, right),
  table.header([#text(size: 8pt, fill: luma(35%))[Description]], [#text(size: 8pt, fill: luma(35%))[Amount]]),
  table.hline(stroke: 0.6pt),
${items
  .map(
    ({ name, note, amount }) =>
      `  [#${typstString(name)}${note === null ? '' : ` \\ #text(size: 8pt, fill: luma(35%))[#${typstString(note)}]`}], [#${typstString(amount)}],`,
  )
  .join('\n')}
  table.hline(stroke: 0.6pt),
  [Net], [#${typstString(net)}],
  [Tax], [#${typstString(tax)}],
  table.hline(stroke: 0.6pt),
  text(weight: "bold")[Total], text(weight: "bold")[#${typstString(total)}],
)
#v(8mm)
#${typstString(payment)}
`
}
