import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { messages } from './scripts/messages.ts'
import { pdfWorker } from './scripts/pdf-worker.ts'
import { SlowFirst } from './tests/setup/slow-first.ts'

/** Tests wait for conditions; this ends one that waits for ever, also on a machine that is busy with other things. */
const BUSY = 30_000

/** All cores; Vitest leaves one free, which is half of two. */
const WORKERS = { maxWorkers: availableParallelism() }

const SERVER = {
  ...WORKERS,
  isolate: false,
  pool: 'forks' as const,
  setupFiles: ['tests/setup/quiet.ts'],
  testTimeout: 60_000,
  hookTimeout: 120_000,
}

/** Strangers' pages, which are built with Preact in React's place (`small-react` in `vite.config.ts`). */
const PUBLIC_PAGES =
  'src/features/{public-page,scan/phone,shares/{public,reader},signing/{device,form,recipient}}/**/*.test.tsx'

const installed = (path: string) => fileURLToPath(new URL(`node_modules/${path}`, import.meta.url))

/** These tests run as the pages ship. Packages are named by their modules where they would require React instead of importing it. */
const PREACT = [
  {
    find: /^react(?:-dom)?(\/client|\/jsx-runtime|\/jsx-dev-runtime|\/test-utils)?$/,
    replacement: 'preact/compat$1',
  },
  {
    find: /^@testing-library\/react$/,
    replacement: installed('@testing-library/react/dist/@testing-library/react.esm.js'),
  },
  { find: /^use-sync-external-store\/shim(?:\/index\.js)?$/, replacement: 'preact/compat' },
  { find: /^lucide-react$/, replacement: installed('lucide-react/dist/esm/lucide-react.mjs') },
]

export default defineConfig({
  test: {
    sequence: { sequencer: SlowFirst },
    reporters: ['default', './tests/setup/skipped-reporter.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          ...WORKERS,
          include: ['{src,contract,server}/**/*.test.ts', 'tests/*.test.ts'],
          isolate: false,
          setupFiles: ['tests/setup/quiet.ts'],
          testTimeout: BUSY,
        },
      },
      {
        plugins: [messages(), react(), pdfWorker()],
        test: {
          name: 'component',
          ...WORKERS,
          environment: 'jsdom',
          include: ['src/**/*.test.tsx'],
          exclude: [PUBLIC_PAGES],
          setupFiles: ['tests/setup/quiet.ts', 'tests/setup/component.ts'],
          testTimeout: BUSY,
        },
      },
      {
        plugins: [messages(), react(), pdfWorker()],
        resolve: { alias: PREACT },
        test: {
          name: 'public',
          ...WORKERS,
          environment: 'jsdom',
          include: [PUBLIC_PAGES],
          setupFiles: ['tests/setup/quiet.ts', 'tests/setup/component.ts'],
          testTimeout: BUSY,
          // Every package meets the aliases: one that Node loads itself would bring React.
          server: { deps: { inline: true } },
        },
      },
      // What the server's tests share is made once per worker: modules, and warm engines.
      {
        test: {
          name: 'server',
          include: ['tests/server/*.test.ts'],
          globalSetup: ['tests/postgres/setup.ts'],
          ...SERVER,
        },
      },
      {
        test: {
          name: 'engines',
          include: ['tests/server/engines/*.test.ts'],
          globalSetup: ['tests/setup/engines-folder.ts'],
          ...SERVER,
          // Some run an engine on every damaged file of both corpora.
          testTimeout: 240_000,
        },
      },
      {
        test: {
          name: 'contract',
          include: ['tests/contract/*.test.ts'],
          globalSetup: ['tests/postgres/setup.ts'],
          ...SERVER,
        },
      },
      // The specification's operations, by a client that knows nothing of the contract.
      {
        test: {
          name: 'conformance',
          include: ['tests/conformance/*.test.ts'],
          globalSetup: ['tests/postgres/setup.ts'],
          ...SERVER,
        },
      },
      {
        test: {
          name: 'endurance',
          include: ['tests/endurance/*.test.ts'],
          setupFiles: ['tests/setup/quiet.ts'],
          pool: 'forks',
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 's3',
          // What uses the store most, once more with a bucket.
          include: ['tests/s3/*.test.ts', 'tests/server/{convert,batches}.test.ts'],
          globalSetup: ['tests/postgres/setup.ts', 'tests/s3/swift.ts'],
          ...SERVER,
        },
      },
    ],
  },
})
