import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { KINDS, type Kind } from './filters.ts'

/** A script that starts the office: Debian's, or a link to it that somebody made. */
export const OFFICE = '/usr/bin/soffice'

/** Each of the office's programs can be installed without the others. */
const LIBRARIES: Record<Kind, string> = { text: 'libswlo.so', sheet: 'libsclo.so', slides: 'libsdlo.so' }

export interface FoundOffice {
  version: string | null
  path: string
  kinds: Kind[]
}

/**
 * Looks for the office without starting it. Null where it is not here, or lies where the sandbox
 * does not show it.
 */
export function findOffice(): FoundOffice | null {
  if (!existsSync(OFFICE)) return null
  const folder = dirname(realpathSync(OFFICE))
  const kinds = KINDS.filter((kind) => existsSync(join(folder, LIBRARIES[kind])))
  if (!folder.startsWith('/usr/') || kinds.length === 0) return null
  return { version: versionIn(join(folder, '..', 'share', 'registry', 'main.xcd')), path: OFFICE, kinds }
}

/** The version as its About box shows it stands among its settings. */
function versionIn(settings: string): string | null {
  if (!existsSync(settings)) return null
  const text = readFileSync(settings, 'latin1')
  return /ooSetupVersionAboutBox"[^>]*>\s*<value>([\d.]+)</.exec(text)?.[1] ?? null
}
