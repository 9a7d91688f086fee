import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from '../../kernel/packages.ts'

export const WASM_PACKAGE = '@matbee/libreoffice-converter'

/** LibreOffice's own version, from the producer of its PDFs; the package version is unrelated. */
export const WASM_VERSION = '24.8.8'

/**
 * The last day of support for that branch by The Document Foundation. Source:
 * wiki.documentfoundation.org/ReleasePlan.
 */
export const WASM_SUPPORTED_UNTIL = '2025-06-12'

/** SHA-256 of the binaries of release 2.7.2, in its package and its repository. */
export const WASM_HASHES = {
  'soffice.cjs': 'b67acadcb30171e6ec018754fcbe5b527443a3ef1c84f352e29aecff6d210e43',
  'soffice.data': '8f4e98aa67e108e161cecc7906d7ac0dd3941ef9347f999c3b9dbc049f165020',
  'soffice.wasm': 'ea3d8f3b69bd1e586a8ea973e0dfa61c758612fcc529dc94ac2e30519f8b4f7b',
  'soffice.worker.cjs': '458bc142e7f837baf44a2d186a0b65b0a11ece760e5dab79ebca2789c9feeef5',
} as const

export type WasmFile = keyof typeof WASM_HASHES

/** The folder of the binaries, or null if the package isn't installed. */
export function wasmFolder(): string | null {
  const folder = packageFolder(WASM_PACKAGE)
  return folder && existsSync(join(folder, 'wasm', 'soffice.wasm')) ? join(folder, 'wasm') : null
}
