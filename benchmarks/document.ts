import { readFileSync, writeFileSync } from 'node:fs'
import { type Findings, markdownTable } from './table.ts'

/** The page of each bench that does not stand among the others. */
const PAGES: Readonly<Record<string, string>> = { quality: 'formats.md', faults: 'scaling.md' }
const pageOf = (name: string) => new URL(`../docs/${PAGES[name] ?? 'benchmarks.md'}`, import.meta.url)

/** A bench's place in the page: what stands between these two marks is replaced, the prose around it stays. */
const place = (name: string) => new RegExp(`(<!-- bench:${name} -->\n)[\\s\\S]*?(<!-- end:${name} -->)`)

/** Puts a table, with when and where it was measured, into the bench's page. */
export function writeFindings(name: string, findings: Findings, circumstances: string) {
  const file = pageOf(name)
  const page = readFileSync(file, 'utf8')
  if (!place(name).test(page)) throw new Error(`${file.pathname} has no place for ${name}.`)
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
