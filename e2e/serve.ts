import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { server } from '../scripts/prepare.js'
import { copyTemplate, startPostgres } from '../tests/postgres/start.ts'
import { shareCompiledEngines } from '../tests/server/compile-cache.ts'
import { startOpenIdProvider } from '../tests/server/openid-provider.ts'
import { dataFolder } from './folder.ts'

/**
 * Runs the shipped server with an OpenID provider, a new database and a new data folder, and
 * removes them when it ends.
 */
const folder = dataFolder(process.env.PORT ?? '')
rmSync(folder, { recursive: true, force: true })
shareCompiledEngines(folder)
const { postgres, stop } = await startPostgres()
const database = await copyTemplate(postgres)
const google = await startOpenIdProvider({
  redirectUris: [`http://127.0.0.1:${process.env.PORT}/sign-in/google`],
})
const env = {
  PATH: process.env.PATH,
  PORT: process.env.PORT,
  DATA_DIR: folder,
  DATABASE_URL: database.url,
  OUTBOX_FOLDER: join(folder, 'outbox'),
  LOG_LEVEL: 'warn',
  // Of the review of businesses, whichever test signs up first.
  ADMIN_EMAIL: 'instance-admin@mail.example',
  VISITOR_CREDITS: '1000',
  // So little that a test can fill it.
  STORAGE_QUOTA_MB: '30',
  // Receivers of webhooks are on loopback.
  WEBHOOKS_TO: '127.0.0.0/8',
  // Every test has the same address.
  RATE_LIMITS: '1000',
  GOOGLE_ISSUER: google.issuer,
  GOOGLE_CLIENT_ID: google.clientId,
  GOOGLE_CLIENT_SECRET: google.clientSecret,
}
const running = spawn(process.execPath, server, { env, stdio: 'inherit' })
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => running.kill('SIGTERM'))
running.on('exit', async (code) => {
  await stop()
  rmSync(folder, { recursive: true, force: true })
  process.exit(code ?? 1)
})
