import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { server } from '../scripts/prepare.js'

/** The server as it is shipped, with a data folder of its own that goes when it ends. */
const folder = mkdtempSync(join(tmpdir(), 'filewright-e2e-'))
const env = {
  PATH: process.env.PATH,
  PORT: process.env.PORT,
  DATA_DIR: folder,
  LOG_LEVEL: 'warn',
  VISITOR_CREDITS: '1000',
}
const running = spawn(process.execPath, server, { env, stdio: 'inherit' })
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => running.kill('SIGTERM'))
running.on('exit', (code) => {
  rmSync(folder, { recursive: true, force: true })
  process.exit(code ?? 1)
})
