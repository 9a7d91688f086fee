import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { end, type ServerProcess, spawnServer } from '../tests/server/process.ts'

export interface BenchServer extends ServerProcess {
  pid: number
  folder: string
}

/** Where a bench keeps its data: short, since a socket's path has to fit, and gone afterwards. */
export async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'fw-bench-'))
  try {
    return await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Lends a server in a process of its own, with a new data folder; both are gone when `use` has ended. */
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

/** How to reach the server's embedded database. */
export const databaseOf = ({ folder }: BenchServer) => ({
  host: join(folder, 'postgres', 'run'),
  user: 'app',
  database: 'postgres',
})
