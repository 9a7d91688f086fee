import { existsSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { ENGINES_FOLDER, MODULES_FOLDER, PROJECT_FOLDER } from '../kernel/packages.ts'
import type { ChildPlace } from './sandbox.ts'

/** Project files that every worker program needs. */
export const PROGRAM_FILES: readonly string[] = [
  MODULES_FOLDER,
  ENGINES_FOLDER,
  join(PROJECT_FOLDER, 'contract'),
  join(PROJECT_FOLDER, 'package.json'),
]

/** Where glibc reads whether huge pages are allowed (`LARGE_PAGES`). */
const LARGE_PAGE_SETTINGS = ['/sys/kernel/mm/transparent_hugepage'].filter((path) => existsSync(path))

/** What a confined child can read besides `/usr` and its own folder, under the same paths. */
export const readableFiles = (place: ChildPlace): string[] => [
  process.execPath,
  ...PROGRAM_FILES,
  place.program,
  ...place.readable,
  ...LARGE_PAGE_SETTINGS,
]

/** The child's own folders: writable ones and a read-only one. */
export const ownFolders = ({ keeps }: ChildPlace) => ({
  read: ['in'],
  write: ['out', 'tmp', ...(keeps ? ['state'] : [])],
})

/** The files below /etc that Debian's programs need; some don't start without `alternatives`. */
const SETTINGS = [
  '/etc/alternatives',
  '/etc/fonts',
  '/etc/libreoffice',
  '/etc/ImageMagick-6',
  '/etc/ImageMagick-7',
]
export const programSettings = ({ spawns }: ChildPlace): string[] =>
  spawns ? SETTINGS.filter((path) => existsSync(path)) : []

/**
 * Kernel settings that root can change even in a namespace without capabilities; mounted read-only.
 */
export const writableProc = (): string[] =>
  ['/proc/sys', '/proc/sysrq-trigger', '/proc/irq', '/proc/bus'].filter((path) => existsSync(path))

/** Symbolic links into `/usr` if it is merged, otherwise separate folders. */
export function systemFolders(): { path: string; link: string | null }[] {
  return ['/bin', '/lib', '/lib64', '/lib32', '/sbin']
    .filter((path) => existsSync(path))
    .map((path) => {
      try {
        return { path, link: readlinkSync(path) }
      } catch {
        return { path, link: null }
      }
    })
}

/**
 * What to mount as /tmp, the only path of C's tmpfile(), whose failure some programs ignore. A
 * `state` folder keeps sockets for later jobs. If the project is below /tmp, a link is impossible
 * and /tmp is a tmpfs (`null`) within the file limit. Undefined if the child starts no programs.
 */
export function temporaryFolder(place: ChildPlace): string | null | undefined {
  if (!place.spawns) return undefined
  if (readableFiles(place).some((path) => path.startsWith('/tmp/'))) return null
  return place.keeps ? '/job/state' : '/job/tmp'
}

/** The path of Node's compile cache for a confined child. */
export const COMPILE_CACHE = '/job/compile-cache'
