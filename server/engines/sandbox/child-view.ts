import { existsSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { ENGINES_FOLDER, MODULES_FOLDER, PROJECT_FOLDER } from '../kernel/packages.ts'
import type { ChildPlace } from './sandbox.ts'

/** The project's files that every child program needs. */
export const PROGRAM_FILES: readonly string[] = [
  MODULES_FOLDER,
  ENGINES_FOLDER,
  join(PROJECT_FOLDER, 'contract'),
  join(PROJECT_FOLDER, 'package.json'),
]

/** Where the C library learns whether it may ask for large pages (`LARGE_PAGES`). */
const LARGE_PAGE_SETTINGS = ['/sys/kernel/mm/transparent_hugepage'].filter((path) => existsSync(path))

/** What a confined child reads, beside `/usr` and its own folder, under the same paths. */
export const readableFiles = (place: ChildPlace): string[] => [
  process.execPath,
  ...PROGRAM_FILES,
  place.program,
  ...place.readable,
  ...LARGE_PAGE_SETTINGS,
]

/** The folders of its own, and the one that it only reads. */
export const ownFolders = ({ keeps }: ChildPlace) => ({
  read: ['in'],
  write: ['out', 'tmp', ...(keeps ? ['state'] : [])],
})

/**
 * What Debian's programs read of their own below /etc: without the links in `alternatives` some do
 * not even start.
 */
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
 * Settings of the kernel that root may change even in a namespace and without any capability, so
 * they are shown read-only.
 */
export const writableProc = (): string[] =>
  ['/proc/sys', '/proc/sysrq-trigger', '/proc/irq', '/proc/bus'].filter((path) => existsSync(path))

/** Links into `/usr` on a machine where that is merged; elsewhere folders of their own. */
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
 * C's tmpfile() knows no place but /tmp, and some programs do not ask whether it worked. What they
 * put there to be found later, such as a socket, must last as long as they do. Where the project
 * itself lies below /tmp a link cannot stand there: then it is memory (`null`), within the limit
 * for files. Undefined where the child starts no programs and needs none.
 */
export function temporaryFolder(place: ChildPlace): string | null | undefined {
  if (!place.spawns) return undefined
  if (readableFiles(place).some((path) => path.startsWith('/tmp/'))) return null
  return place.keeps ? '/job/state' : '/job/tmp'
}

/** Where a confined child finds Node's compile cache. */
export const COMPILE_CACHE = '/job/compile-cache'
