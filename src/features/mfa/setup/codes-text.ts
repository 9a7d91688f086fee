import type { BackupCodes } from '../../../api/mfa.ts'

/** Two columns: the first half next to the second. */
export function inColumns(codes: readonly string[]): [string, string | undefined][] {
  const half = Math.ceil(codes.length / 2)
  return codes.slice(0, half).map((code, index) => [code, codes[half + index]])
}

/** Downloads a text as a file. */
export function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Delayed: some browsers read the URL only after the click event.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

export const asLines = ({ codes }: Pick<BackupCodes, 'codes'>): string => codes.join('\n')
