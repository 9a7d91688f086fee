import { readFileSync, writeFileSync } from 'node:fs'
import { type Findings, markdownTable } from './table.ts'

const FILE = new URL('../docs/benchmarks.md', import.meta.url)

/** A bench's place in the page: what stands between these two marks is replaced, the prose around it stays. */
const place = (name: string) => new RegExp(`(<!-- bench:${name} -->\n)[\\s\\S]*?(<!-- end:${name} -->)`)

/** Puts a table, with when and where it was measured, into `docs/benchmarks.md`. */
export function writeFindings(name: string, findings: Findings, circumstances: string) {
  const page = readFileSync(FILE, 'utf8')
  if (!place(name).test(page)) throw new Error(`docs/benchmarks.md has no place for ${name}.`)
  const text = [
    markdownTable(findings),
    '',
    ...findings.notes.map((note) => `- ${note}`),
    `- ${circumstances}`,
  ]
  writeFileSync(
    FILE,
    page.replace(place(name), (_, begin: string, end: string) => `${begin}\n${text.join('\n')}\n\n${end}`),
  )
}
