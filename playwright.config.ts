import { availableParallelism } from 'node:os'
import { defineConfig, devices } from '@playwright/test'

/**
 * The real server on the production build; its port is its own, so that a running instance is left
 * alone.
 */
const PORT = Number(process.env.E2E_PORT ?? 4387)

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  retries: process.env.CI ? 1 : 0,
  fullyParallel: true,
  workers: availableParallelism(),
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 860 },
    baseURL: `http://127.0.0.1:${PORT}`,
    contextOptions: { reducedMotion: 'reduce' },
    // Recording slows every test down, so only the retry of a failure records. Locally: `--trace
    // on`.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
      ],
    },
  },
  webServer: {
    command: 'node e2e/serve.ts',
    env: { PORT: String(PORT) },
    url: `http://127.0.0.1:${PORT}/api/v1/health/`,
    timeout: 120_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
})
