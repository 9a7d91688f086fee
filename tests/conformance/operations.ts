import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One row of the specification's tables of operations. */
export interface Operation {
  service: string
  group: string
  method: string
  path: string
  /**
   * Who may call it, in the specification's words: `none`, `Bearer`, `admin`, or where to read
   * about it.
   */
  auth: string
  purpose: string
}

/** `POST /api/v1/pdf_handler/convert/`: names an operation in the suite and in its table. */
export const nameOf = ({ method, path }: Operation) => `${method} ${path}`

const COPY = join(import.meta.dirname, 'operations.tsv')
/** The specification stands beside the project, but not beside every clone of it. */
export const ORIGINAL = join(import.meta.dirname, '..', '..', '..', 'shared', 'spec', 'operations.tsv')
export const hasOriginal = existsSync(ORIGINAL)

export function readOperations(file = COPY): Operation[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [service = '', group = '', method = '', path = '', auth = '', purpose = ''] = line.split('\t')
      return { service, group, method, path, auth, purpose }
    })
}
