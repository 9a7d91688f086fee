import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { server } from '../scripts/prepare.js'
import { startOpenIdProvider } from '../tests/server/openid-provider.ts'
import { dataFolder } from './folder.ts'

/** The server as it is shipped, with a provider to sign in at, and with a data folder of its own that is empty when it starts and goes when it ends. */
const folder = dataFolder(process.env.PORT ?? '')
rmSync(folder, { recursive: true, force: true })
const google = await startOpenIdProvider({
  redirectUris: [`http://127.0.0.1:${process.env.PORT}/sign-in/google`],
})
const env = {
  PATH: process.env.PATH,
  PORT: process.env.PORT,
  DATA_DIR: folder,
  LOG_LEVEL: 'warn',
  VISITOR_CREDITS: '1000',
  // So little that a test can fill it.
  STORAGE_QUOTA_MB: '30',
  // Every test has the same address.
  RATE_LIMITS: '1000',
  GOOGLE_ISSUER: google.issuer,
  GOOGLE_CLIENT_ID: google.clientId,
  GOOGLE_CLIENT_SECRET: google.clientSecret,
}
const running = spawn(process.execPath, server, { env, stdio: 'inherit' })
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => running.kill('SIGTERM'))
running.on('exit', (code) => {
  rmSync(folder, { recursive: true, force: true })
  process.exit(code ?? 1)
})
