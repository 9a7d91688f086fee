import type { BackupCodes } from '../../../api/mfa.ts'

/** Two columns for the eye: the first half beside the second. */
export function inColumns(codes: readonly string[]): [string, string | undefined][] {
  const half = Math.ceil(codes.length / 2)
  return codes.slice(0, half).map((code, index) => [code, codes[half + index]])
}

/** Hands a text to the browser as a file. */
export function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Not at once: some browsers begin to read it only after the click was handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

export const asLines = ({ codes }: Pick<BackupCodes, 'codes'>): string => codes.join('\n')
