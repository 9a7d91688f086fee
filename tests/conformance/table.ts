import { nameOf, type Operation } from './operations.ts'

/** The run's results as a document: a row per operation of the specification. */
export function table(operations: Operation[], results: ReadonlyMap<string, string>): string {
  const rows = operations.map((operation) => ({
    ...operation,
    result: results.get(nameOf(operation)) ?? 'deviates',
  }))
  const count = (what: string) => rows.filter(({ result }) => result.startsWith(what)).length
  const groups = Object.entries(Object.groupBy(rows, ({ group }) => group)).map(
    ([group, list = []]) =>
      `## ${group}\n\n${markdown([
        ['Operation', 'Authentication', 'Result'],
        ...list.map((row) => [`\`${nameOf(row)}\``, row.auth, row.result]),
      ])}\n`,
  )
  return `# Conformance

\`npx vitest run --project conformance\` calls each operation of the specification on a running server, with real
files, over HTTP. The suite uses nothing of \`contract/\`. “Exact” names the credentials with which an operation was called
and answered as specified; “none” is a client without an account. The run writes this file with \`--update\`, and fails
where its results differ from it.

Of ${rows.length} operations, ${count('exact')} are exact, ${count('not yet')} are not yet there, and ${count('deviates')} deviate.

${groups.join('\n')}`
}

/** A Markdown table whose columns are aligned, as the formatter wants it. */
function markdown([head = [], ...rows]: string[][]): string {
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0)))
  const line = (cells: string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}
