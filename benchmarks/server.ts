import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { end, type ServerProcess, spawnServer } from '../tests/server/process.ts'

export interface BenchServer extends ServerProcess {
  pid: number
  folder: string
}

/** Temporary folder of a bench. Its path is short, because socket paths have a maximum length. */
export async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'fw-bench-'))
  try {
    return await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Starts a server in its own process with a new data folder. Both are removed after `use`. */
export const withServer = <T>(
  use: (server: BenchServer) => Promise<T>,
  settings: Record<string, string> = {},
): Promise<T> =>
  withFolder(async (folder) => {
    const server = await spawnServer(folder, { SIGNUP_CREDITS: '1000000', ...settings })
    try {
      return await use({ ...server, folder, pid: server.child.pid ?? 0 })
    } finally {
      await end(server.child, 'SIGTERM')
    }
  })

/** Connection settings of the embedded database. */
export const databaseOf = ({ folder }: BenchServer) => ({
  host: join(folder, 'postgres', 'run'),
  user: 'app',
  database: 'postgres',
})
