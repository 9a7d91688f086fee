import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { Log } from '../platform.ts'

/** `nobody`: PostgreSQL refuses to run as root, and a dedicated user may not exist. */
const UNPRIVILEGED = 65534
/** A Unix socket's path is limited to 107 bytes; PostgreSQL adds `/.s.PGSQL.5432`. */
const LONGEST_SOCKET_FOLDER = 90
const START_TRIES = 15
const SETTINGS = ['listen_addresses=', 'shared_buffers=64MB', 'max_connections=60']

export interface EmbeddedPostgres {
  connection: { host: string; user: string; database: string }
  /** Whether the server was already running and another process may still need it. */
  adopted: boolean
  /** Stops the server, even an adopted one, and waits until it has exited. */
  stop(): Promise<void>
}

/**
 * Runs PostgreSQL from the platform's npm package in `folder` on a Unix socket: it survives this
 * process and is adopted by the next one; a dead server is restarted. Details:
 * docs/decisions/003-embedded-postgres.md. `settings` override the defaults. A command that runs
 * beside a server passes `revives: false`: it must not restart a database that the server stops.
 */
export async function startEmbeddedPostgres(
  folder: string,
  log: Log,
  settings: string[] = [],
  { revives = true }: { revives?: boolean } = {},
): Promise<EmbeddedPostgres> {
  const data = join(resolve(folder), 'cluster')
  const bin = binaries()
  const run = runAs(dirname(data), bin)
  const socketFolder = makeSocketFolder(folder, run.owner)
  const connection = { host: socketFolder, user: 'app', database: 'postgres' }
  let stopping = false
  let child: ChildProcess | undefined
  let adopted = false

  const start = async (first: boolean) => {
    if (!existsSync(join(data, 'PG_VERSION'))) initialise(bin, data, run)
    const pidFile = join(data, 'postmaster.pid')
    for (let attempt = 1; ; attempt++) {
      const pid = livePostmaster(pidFile)
      if (pid) {
        // An adopted server whose socket folder no longer exists is restarted with a new one.
        if (first && ![socketFolder, ''].includes(socketFolderOf(pidFile))) process.kill(pid, 'SIGINT')
        else if (await answers(connection)) {
          adopted = first
          return
        }
      } else {
        // The file of a dead server or of an unreaped zombie: no process serves this data.
        rmSync(pidFile, { force: true })
        child = launch(bin, data, socketFolder, run, [...SETTINGS, ...settings])
        if (await answers(connection, child)) return
      }
      if (attempt === START_TRIES)
        throw new Error(`The embedded database does not start; see ${join(folder, 'postgres.log')}`)
      await sleep(200) // the dead server's shared memory and child processes may still exist
    }
  }

  await start(true)
  let reviving: Promise<void> | undefined
  const watch = setInterval(() => {
    if (!revives || stopping || reviving || livePostmaster(join(data, 'postmaster.pid'))) return
    log.error('the embedded database has died; starting it again')
    reviving = start(false)
      .catch((error: unknown) => log.error({ err: error }, 'the embedded database does not come back'))
      .finally(() => {
        reviving = undefined
      })
  }, 250)
  watch.unref()

  return {
    connection,
    adopted,
    stop: async () => {
      stopping = true
      clearInterval(watch)
      await reviving
      const pid = livePostmaster(join(data, 'postmaster.pid'))
      if (pid) process.kill(pid, 'SIGINT') // fast shutdown
      while (livePostmaster(join(data, 'postmaster.pid'))) await sleep(20)
    },
  }
}

interface RunAs {
  /** Command prefix for a separate user namespace, if required. */
  prefix: string[]
  ids: { uid?: number; gid?: number }
  owner: number | undefined
}

/**
 * PostgreSQL does not run as root: it runs as `nobody`, or, if `nobody` cannot reach the folder (a
 * clone in /root, say), in a user namespace that maps our files to an ordinary user.
 */
function runAs(folder: string, bin: string): RunAs {
  mkdirSync(folder, { recursive: true })
  if (process.getuid?.() !== 0) return { prefix: [], ids: {}, owner: undefined }
  if (reachableByAnyone(folder) && reachableByAnyone(bin)) {
    return { prefix: [], ids: { uid: UNPRIVILEGED, gid: UNPRIVILEGED }, owner: UNPRIVILEGED }
  }
  const ids = [`--map-user=${UNPRIVILEGED}`, `--map-group=${UNPRIVILEGED}`]
  return { prefix: ['unshare', '--user', ...ids], ids: {}, owner: undefined }
}

function reachableByAnyone(folder: string): boolean {
  for (let at = dirname(resolve(folder)); ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false
    if (at === dirname(at)) return true
  }
}

function binaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let entry: string
  try {
    entry = fileURLToPath(import.meta.resolve(name))
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to use your own.`,
    )
  }
  const native = join(dirname(entry), '..', 'native')
  linkLibraries(native)
  return join(native, 'bin')
}

/** The package creates these links on installation, unless install scripts are off. */
function linkLibraries(native: string) {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const at = join(native, '..', target)
    try {
      symlinkSync(relative(dirname(target), source), at)
    } catch (error) {
      // It exists, or another process has just created it.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/**
 * The socket's folder. Access to the socket means full trust, so only our user may open it. If the
 * data folder's path is too long, it is a temporary folder with an unpredictable name, which is
 * saved next to the data.
 */
function makeSocketFolder(folder: string, owner: number | undefined): string {
  const inside = join(resolve(folder), 'run')
  if (inside.length <= LONGEST_SOCKET_FOLDER) {
    mkdirSync(inside, { recursive: true, mode: 0o700 })
    return claim(inside, owner)
  }
  const note = join(resolve(folder), 'socket-folder')
  const kept = existsSync(note) ? readFileSync(note, 'utf8') : ''
  if (kept && belongsTo(kept, owner)) return claim(kept, owner)
  const made = claim(mkdtempSync(join(tmpdir(), 'filewright-')), owner)
  writeFileSync(note, made, { mode: 0o600 })
  return made
}

/** Restricts the folder to our user. */
function claim(place: string, owner: number | undefined): string {
  if (owner !== undefined && lstatSync(place).isDirectory()) lchownSync(place, owner, owner)
  if (!belongsTo(place, owner))
    throw new Error(`${place} is no folder of this user's. Remove it and start again.`)
  chmodSync(place, 0o700)
  return place
}

/** Whether it is a real folder (no symlink) of this user or of the database's user. */
function belongsTo(place: string, owner = process.getuid?.()): boolean {
  const found = lstatSync(place, { throwIfNoEntry: false })
  return found?.isDirectory() === true && (owner === undefined || found.uid === owner)
}

function initialise(bin: string, data: string, run: RunAs) {
  // The remains of an interrupted first start are not a database.
  rmSync(data, { recursive: true, force: true })
  mkdirSync(data, { recursive: true, mode: 0o700 })
  if (run.owner !== undefined) chownSync(data, run.owner, run.owner)
  const [command, ...args] = [
    ...run.prefix,
    join(bin, 'initdb'),
    '-D',
    data,
    '-U',
    'app',
    '-A',
    'trust',
    '-E',
    'UTF8',
    // The builtin provider handles non-ASCII letters in any locale: É matches é in a search.
    '--locale=C',
    '--lc-ctype=C.UTF-8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]
  execFileSync(command as string, args, { ...run.ids, cwd: data, stdio: 'pipe' })
}

function launch(
  bin: string,
  data: string,
  socketFolder: string,
  run: RunAs,
  settings: string[],
): ChildProcess {
  const log = openSync(join(dirname(data), 'postgres.log'), 'a')
  const [command, ...args] = [
    ...run.prefix,
    join(bin, 'postgres'),
    '-D',
    data,
    '-k',
    socketFolder,
    ...settings.flatMap((setting) => ['-c', setting]),
  ]
  try {
    const child = spawn(command as string, args, {
      ...run.ids,
      cwd: data,
      detached: true,
      stdio: ['ignore', log, log],
    })
    child.unref()
    return child
  } finally {
    closeSync(log)
  }
}

/** The process id in the file, if that process is a running postgres of this folder. */
function livePostmaster(pidFile: string): number | undefined {
  try {
    const [pid, folder] = readFileSync(pidFile, 'utf8').split('\n')
    if (folder !== dirname(pidFile)) return undefined
    // "123 (postgres) S …": state Z is a zombie, dead although the process id exists.
    return /^\d+ \(postgres\) [^Z]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8')) ? Number(pid) : undefined
  } catch {
    return undefined
  }
}

/** The socket folder of a running server, from line 5 of its PID file; empty while it starts. */
function socketFolderOf(pidFile: string): string {
  try {
    return readFileSync(pidFile, 'utf8').split('\n')[4] ?? ''
  } catch {
    return ''
  }
}

/** Whether it accepts a query; retries for ten seconds or until the child exits. */
async function answers(connection: EmbeddedPostgres['connection'], child?: ChildProcess): Promise<boolean> {
  const giveUp = Date.now() + 10_000
  while (Date.now() < giveUp && child?.exitCode == null && child?.signalCode == null) {
    const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2000 })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('select 1')
      return true
    } catch {
      await sleep(25)
    } finally {
      await client.end().catch(() => {})
    }
  }
  return false
}
