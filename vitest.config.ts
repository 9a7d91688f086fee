import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { messages } from './scripts/messages.ts'
import { pdfWorker } from './scripts/pdf-worker.ts'
import { SlowFirst } from './tests/setup/slow-first.ts'

/**
 * Tests wait for conditions; this ends one that waits for ever, also on a machine that is busy with
 * other things.
 */
const BUSY = 30_000

/** All cores; Vitest leaves one free, which is half of two. */
const WORKERS = { maxWorkers: availableParallelism() }

/**
 * A test of a page waits for a quarter of its time, for the mock's answers. Projects with as many
 * workers are a group.
 */
const PAGE_WORKERS = { maxWorkers: availableParallelism() + 1, sequence: { groupOrder: 1 } }

/** What starts servers of its own runs the built one. */
const BUILT = 'tests/setup/built-server.ts'

const SERVER = {
  ...WORKERS,
  isolate: false,
  pool: 'forks' as const,
  setupFiles: ['tests/setup/quiet.ts'],
  testTimeout: 60_000,
  hookTimeout: 120_000,
}

/**
 * Strangers' pages, which are built with Preact in React's place (`small-react` in
 * `vite.config.ts`).
 */
const PUBLIC_PAGES =
  'src/features/{public-page,scan/phone,shares/{public,reader},signing/{device,form,recipient}}/**/*.test.tsx'

const COMPONENTS = {
  ...PAGE_WORKERS,
  environment: './tests/setup/jsdom.ts',
  testTimeout: BUSY,
}

/**
 * Files that mock modules. Workers of their own keep the mocks from files that want the modules
 * themselves.
 */
const MOCKING = globSync('src/**/*.test.tsx', { cwd: import.meta.dirname }).filter((file) =>
  /\bvi\.(?:do)?mock\(/i.test(readFileSync(new URL(file, import.meta.url), 'utf8')),
)

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const installed = (path: string) => here(`node_modules/${path}`)

/**
 * These tests run as the pages ship. Packages are named by their modules where they would require
 * React instead of importing it.
 */
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
          ...PAGE_WORKERS,
          include: ['{src,contract,server}/**/*.test.ts', 'tests/*.test.ts'],
          isolate: false,
          setupFiles: ['tests/setup/quiet.ts'],
          testTimeout: BUSY,
          hookTimeout: BUSY,
        },
      },
      {
        plugins: [messages(), react(), pdfWorker()],
        resolve: {
          alias: [
            // Its stores can be reset.
            { find: /^zustand$/, replacement: here('tests/setup/zustand.ts') },
            { find: './pdf/pdf-view.tsx', replacement: here('tests/setup/pdf-view.tsx') },
          ],
        },
        test: {
          name: 'component',
          ...COMPONENTS,
          include: ['src/**/*.test.tsx'],
          exclude: [PUBLIC_PAGES, ...MOCKING],
          isolate: false,
          setupFiles: ['tests/setup/quiet.ts', 'tests/setup/shared-worker.tsx', 'tests/setup/component.ts'],
        },
      },
      {
        plugins: [messages(), react(), pdfWorker()],
        test: {
          name: 'component-mocks',
          ...COMPONENTS,
          include: MOCKING,
          exclude: [PUBLIC_PAGES],
          isolate: true,
          setupFiles: ['tests/setup/quiet.ts', 'tests/setup/component.ts'],
        },
      },
      {
        plugins: [messages(), react(), pdfWorker()],
        resolve: { alias: PREACT },
        test: {
          name: 'public',
          ...COMPONENTS,
          include: [PUBLIC_PAGES],
          setupFiles: ['tests/setup/quiet.ts', 'tests/setup/component.ts'],
          // Every package meets the aliases: one that Node loads itself would bring React. Vitest
          // brings none.
          server: { deps: { inline: [/^(?!.*\/node_modules\/vitest\/)/] } },
        },
      },
      // What the server's tests share is made once per worker: modules, and warm engines.
      {
        test: {
          name: 'server',
          include: ['tests/server/*.test.ts'],
          globalSetup: [BUILT, 'tests/postgres/setup.ts'],
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
          globalSetup: [BUILT, 'tests/postgres/setup.ts'],
          ...SERVER,
        },
      },
      // The specification's operations, by a client that knows nothing of the contract.
      {
        test: {
          name: 'conformance',
          include: ['tests/conformance/*.test.ts'],
          globalSetup: [BUILT, 'tests/postgres/setup.ts'],
          ...SERVER,
        },
      },
      // Behind the proxies of `deploy`, where they are installed.
      {
        test: {
          name: 'container',
          include: ['tests/container/*.test.ts'],
          globalSetup: [BUILT, 'tests/postgres/setup.ts'],
          ...SERVER,
          testTimeout: 90_000,
        },
      },
      {
        test: {
          name: 'endurance',
          ...WORKERS,
          include: ['tests/endurance/*.test.ts'],
          globalSetup: [BUILT],
          setupFiles: ['tests/setup/quiet.ts'],
          pool: 'forks',
          hookTimeout: 120_000,
        },
      },
      // Three web processes and three workers, each a real one, and what may happen to them.
      {
        test: {
          name: 'cluster',
          include: ['tests/cluster/*.test.ts'],
          globalSetup: [BUILT],
          ...SERVER,
          maxWorkers: 1,
          testTimeout: 240_000,
        },
      },
      {
        test: {
          name: 's3',
          // What uses the store most, once more with a bucket.
          include: ['tests/s3/*.test.ts', 'tests/server/{convert,batches,uploads}.test.ts'],
          globalSetup: [BUILT, 'tests/postgres/setup.ts', 'tests/s3/swift.ts'],
          ...SERVER,
        },
      },
    ],
  },
})
