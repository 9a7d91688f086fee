import type { AuditLog } from '../../../api/signing.ts'

/** For programs: every row as in the API, so that the chain can be verified elsewhere. */
export const logJson = (session_id: string, log: AuditLog): string =>
  `${JSON.stringify({ session_id, ...log }, null, 2)}\n`

const COLUMNS = ['number', 'event', 'at', 'who', 'ip', 'device', 'facts', 'previous', 'hash'] as const

/** For spreadsheets. Times are UTC. */
export const logCsv = ({ rows }: AuditLog): string =>
  [
    [...COLUMNS],
    ...rows.map((row) =>
      COLUMNS.map((name) => (name === 'facts' ? JSON.stringify(row.facts) : String(row[name] ?? ''))),
    ),
  ]
    .map((line) => `${line.map(cell).join(',')}\r\n`)
    .join('')

/** Escapes values that a spreadsheet would run as a formula. */
function cell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
