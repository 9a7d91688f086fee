import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { messages } from './scripts/messages.ts'
import { pdfWorker } from './scripts/pdf-worker.ts'

/** Tests wait for conditions; this ends one that waits for ever, also on a machine that is busy with other things. */
const BUSY = 30_000

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{src,contract,server}/**/*.test.ts', 'tests/*.test.ts'],
          setupFiles: ['tests/setup/quiet.ts'],
          testTimeout: BUSY,
        },
      },
      {
        plugins: [messages(), react(), pdfWorker()],
        test: {
          name: 'component',
          environment: 'jsdom',
          include: ['src/**/*.test.tsx'],
          setupFiles: ['tests/setup/quiet.ts', 'tests/setup/component.ts'],
          testTimeout: BUSY,
        },
      },
      {
        test: {
          name: 'server',
          include: ['tests/{server,contract}/**/*.test.ts'],
          globalSetup: ['tests/postgres/setup.ts'],
          setupFiles: ['tests/setup/quiet.ts'],
          // Each file has a database and an engine pool of its own; more than two at once only wait for the cores.
          pool: 'forks',
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 's3',
          // What uses the store most, once more with a bucket.
          include: ['tests/s3/*.test.ts', 'tests/server/{convert,batches}.test.ts'],
          globalSetup: ['tests/postgres/setup.ts', 'tests/s3/swift.ts'],
          setupFiles: ['tests/setup/quiet.ts'],
          pool: 'forks',
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
