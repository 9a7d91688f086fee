import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { KINDS, type Kind } from './filters.ts'

/** LibreOffice's start script of Debian, or a link to it. */
export const OFFICE = '/usr/bin/soffice'

/** Each LibreOffice application can be installed separately. */
const LIBRARIES: Record<Kind, string> = { text: 'libswlo.so', sheet: 'libsclo.so', slides: 'libsdlo.so' }

export interface FoundOffice {
  version: string | null
  path: string
  kinds: Kind[]
}

/** Detects LibreOffice without starting it. Null if it is missing or outside the sandbox's view. */
export function findOffice(): FoundOffice | null {
  if (!existsSync(OFFICE)) return null
  const folder = dirname(realpathSync(OFFICE))
  const kinds = KINDS.filter((kind) => existsSync(join(folder, LIBRARIES[kind])))
  if (!folder.startsWith('/usr/') || kinds.length === 0) return null
  return { version: versionIn(join(folder, '..', 'share', 'registry', 'main.xcd')), path: OFFICE, kinds }
}

/** The version in the About box is among its settings. */
function versionIn(settings: string): string | null {
  if (!existsSync(settings)) return null
  const text = readFileSync(settings, 'latin1')
  return /ooSetupVersionAboutBox"[^>]*>\s*<value>([\d.]+)</.exec(text)?.[1] ?? null
}
