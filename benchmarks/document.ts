import { readFileSync, writeFileSync } from 'node:fs'
import { type Findings, markdownTable } from './table.ts'

/** Pages of the benches that are not in `benchmarks.md`. */
const PAGES: Readonly<Record<string, string>> = { quality: 'formats.md', faults: 'scaling.md' }
const pageOf = (name: string) => new URL(`../docs/${PAGES[name] ?? 'benchmarks.md'}`, import.meta.url)

/** The block of a bench in its page. Only the text between the two markers is replaced. */
const place = (name: string) => new RegExp(`(<!-- bench:${name} -->\n)[\\s\\S]*?(<!-- end:${name} -->)`)

/** Writes a table, its notes and its circumstances into the page of the bench. */
export function writeFindings(name: string, findings: Findings, circumstances: string) {
  const file = pageOf(name)
  const page = readFileSync(file, 'utf8')
  if (!place(name).test(page)) throw new Error(`${file.pathname} has no block for ${name}.`)
  const text = [
    markdownTable(findings),
    '',
    ...findings.notes.map((note) => `- ${note}`),
    `- ${circumstances}`,
  ]
  writeFileSync(
    file,
    page.replace(place(name), (_, begin: string, end: string) => `${begin}\n${text.join('\n')}\n\n${end}`),
  )
}
