import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The server as it is shipped, with a data folder of its own that goes when it ends. */
const folder = mkdtempSync(join(tmpdir(), 'filewright-e2e-'))
const env = {
  PATH: process.env.PATH,
  PORT: process.env.PORT,
  DATA_DIR: folder,
  LOG_LEVEL: 'warn',
  VISITOR_CREDITS: '1000',
}
const server = spawn(process.execPath, ['server/main.ts'], { env, stdio: 'inherit' })
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => server.kill('SIGTERM'))
server.on('exit', (code) => {
  rmSync(folder, { recursive: true, force: true })
  process.exit(code ?? 1)
})
