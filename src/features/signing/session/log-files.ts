import type { AuditLog } from '../../../api/signing.ts'

/** For a program: every row as the service has it, so that the chain can be checked elsewhere. */
export const logJson = (session_id: string, log: AuditLog): string =>
  `${JSON.stringify({ session_id, ...log }, null, 2)}\n`

const COLUMNS = ['number', 'event', 'at', 'who', 'ip', 'device', 'facts', 'previous', 'hash'] as const

/** For a spreadsheet. Times are UTC. */
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
