import { join } from 'node:path'
import {
  COMPILE_CACHE,
  ownFolders,
  programSettings,
  readableFiles,
  systemFolders,
  temporaryFolder,
  writableProc,
} from './child-view.ts'
import { SYSTEM_PATH } from './limiter.ts'
import type { ChildPlace } from './sandbox.ts'

/** The bubblewrap command, up to the program that it runs. */
export function bwrapCommand(place: ChildPlace): string[] {
  const bind = (path: string) => ['--ro-bind', path, path]
  const { read, write } = ownFolders(place)
  return [
    'bwrap',
    '--unshare-all',
    '--die-with-parent',
    '--new-session',
    '--clearenv',
    ...['--cap-drop', 'ALL'],
    ...bind('/usr'),
    ...systemFolders().flatMap(({ path, link }) => (link === null ? bind(path) : ['--symlink', link, path])),
    ...programSettings(place).flatMap(bind),
    ...(place.spawns ? ['--setenv', 'PATH', SYSTEM_PATH] : []),
    ...temporary(place),
    ...['--proc', '/proc'],
    // bubblewrap masks these only if the folder itself is writable; for root the files below
    // /proc/sys are writable although the folder is not.
    ...writableProc().flatMap(bind),
    ...['--dev', '/dev'],
    ...readableFiles(place).flatMap(bind),
    ...read.flatMap((name) => ['--ro-bind', join(place.folder, name), `/job/${name}`]),
    ...write.flatMap((name) => ['--bind', join(place.folder, name), `/job/${name}`]),
    ...compileCache(place),
    ...['--remount-ro', '/'],
    ...['--chdir', '/job'],
    // The IPC channel to the pool: Node reads its descriptor from the environment, which is cleared
    // above. It is the first descriptor after stdin, stdout and stderr.
    ...['--setenv', 'NODE_CHANNEL_FD', '3'],
    ...['--setenv', 'NODE_CHANNEL_SERIALIZATION_MODE', 'advanced'],
    '--',
  ]
}

function compileCache({ compileCache }: ChildPlace): string[] {
  if (!compileCache) return []
  const bind = compileCache.writable ? '--bind' : '--ro-bind'
  return [bind, compileCache.folder, COMPILE_CACHE, '--setenv', 'NODE_COMPILE_CACHE', COMPILE_CACHE]
}

function temporary(place: ChildPlace): string[] {
  const folder = temporaryFolder(place)
  if (folder === undefined) return []
  if (folder === null) return ['--size', String(place.limits.fileBytes), '--tmpfs', '/tmp']
  return ['--symlink', folder, '/tmp']
}
