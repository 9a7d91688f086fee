import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from '../../kernel/packages.ts'

export const WASM_PACKAGE = '@matbee/libreoffice-converter'

/** LibreOffice's own version, which the package's says nothing of: the producer of its PDFs. */
export const WASM_VERSION = '24.8.8'

/**
 * The last day on which The Document Foundation maintained that branch. Source:
 * wiki.documentfoundation.org/ReleasePlan.
 */
export const WASM_SUPPORTED_UNTIL = '2025-06-12'

/** SHA-256 of the binaries, as release 2.7.2 has them in the package and in its repository. */
export const WASM_HASHES = {
  'soffice.cjs': 'b67acadcb30171e6ec018754fcbe5b527443a3ef1c84f352e29aecff6d210e43',
  'soffice.data': '8f4e98aa67e108e161cecc7906d7ac0dd3941ef9347f999c3b9dbc049f165020',
  'soffice.wasm': 'ea3d8f3b69bd1e586a8ea973e0dfa61c758612fcc529dc94ac2e30519f8b4f7b',
  'soffice.worker.cjs': '458bc142e7f837baf44a2d186a0b65b0a11ece760e5dab79ebca2789c9feeef5',
} as const

export type WasmFile = keyof typeof WASM_HASHES

/** The folder of the binaries, or null where the package is not installed. */
export function wasmFolder(): string | null {
  const folder = packageFolder(WASM_PACKAGE)
  return folder && existsSync(join(folder, 'wasm', 'soffice.wasm')) ? join(folder, 'wasm') : null
}
