import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { lingui } from '@lingui/vite-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { groupModules } from './scripts/chunk-groups.ts'
import { messages } from './scripts/messages.ts'
import { pageList } from './scripts/page-list.ts'
import { pdfFiles } from './scripts/pdf-files.ts'
import { pdfWorker } from './scripts/pdf-worker.ts'
import { titleFont } from './scripts/title-font.ts'

/** In the mode `mock` only: the service worker that MSW brings. A build never has it. */
const mockWorker: Plugin = {
  name: 'mock-worker',
  apply: (_config, { mode }) => mode === 'mock',
  configureServer: ({ middlewares }) => {
    const script = readFileSync(createRequire(import.meta.url).resolve('msw/mockServiceWorker.js'))
    middlewares.use('/mockServiceWorker.js', (_request, response) => {
      response.setHeader('content-type', 'text/javascript').end(script)
    })
  },
}

/** Strangers' pages while developing; the built ones are handed out by the server. */
const publicPages: Plugin = {
  name: 'public-pages',
  apply: 'serve',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _response, next) => {
      if (request.url?.startsWith('/s/')) request.url = '/share.html'
      if (request.url?.startsWith('/sign/')) request.url = '/sign.html'
      if (request.url === '/s') request.url = '/scan.html'
      // Vite itself would take the desk's address for that page.
      else if (request.url && /^\/scan(\?|$)/.test(request.url)) request.url = '/index.html'
      next()
    })
  },
}

/**
 * Strangers' pages, each built apart: opened by people who have never seen the dashboard, they
 * bring nothing of it.
 */
const PUBLIC_PAGES = ['share', 'sign', 'scan'] as const

/**
 * They are drawn by Preact, which says what React says in a tenth of its weight: over there it is
 * two thirds of all.
 */
const smallReact: Plugin = {
  name: 'small-react',
  enforce: 'pre',
  applyToEnvironment: ({ name }) =>
    name === 'shareView' || (PUBLIC_PAGES as readonly string[]).includes(name),
  resolveId(source, importer) {
    const part = /^react(?:-dom)?(\/client|\/jsx-runtime)?$/.exec(source)
    return part && this.resolve(`preact/compat${part[1] ?? ''}`, importer, { skipSelf: true })
  },
}

/**
 * The first script lists the chunks of every page, so a name counts in every page. Only what is
 * imported on demand has one; what several share is named after one of its modules by chance, and
 * has a hash alone, one character shorter than usual.
 */
const CHUNK_NAMES = ({ isDynamicEntry }: { isDynamicEntry: boolean }) =>
  isDynamicEntry ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js'

const publicPage = (name: string) => ({
  consumer: 'client' as const,
  build: {
    emptyOutDir: false,
    copyPublicDir: false,
    manifest: `.vite/${name}.json`,
    rolldownOptions: { input: `${name}.html`, output: { chunkFileNames: CHUNK_NAMES } },
  },
})

/**
 * The first view of a share link, drawn by the server: the page's component as one module that
 * imports nothing.
 */
const SHARE_VIEW = {
  consumer: 'server' as const,
  resolve: { noExternal: true as const },
  build: {
    outDir: 'dist/.server',
    emptyOutDir: true,
    copyPublicDir: false,
    rolldownOptions: { input: { 'share-view': 'src/share-view.tsx' } },
  },
}

/** Where `npm run dev` finds the API; `npm start` serves both from one port. */
const API = `http://127.0.0.1:${process.env.API_PORT ?? 4000}`

const ROUTER_ALONE = fileURLToPath(new URL('scripts/router-alone.ts', import.meta.url))

/**
 * The pieces of a build in which nothing is grouped, from which it is found out what goes together.
 * Nothing of it is written.
 */
const PIECES = 'pieces'
let together: ReadonlyMap<string, string> = new Map()

export default defineConfig({
  plugins: [
    messages(),
    react(),
    lingui(),
    tailwindcss(),
    mockWorker,
    publicPages,
    smallReact,
    { ...pdfFiles, applyToEnvironment: ({ config }) => config.consumer === 'client' },
    pdfWorker(),
    pageList,
    titleFont,
  ],
  // The content security policy allows no data: scripts or styles, so nothing is inlined.
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    manifest: true,
    // three.js is larger than this by nature, and comes only when a model is looked at.
    chunkSizeWarningLimit: 700,
  },
  environments: {
    [PIECES]: {
      consumer: 'client',
      build: {
        write: false,
        emptyOutDir: false,
        copyPublicDir: false,
        rolldownOptions: { input: 'index.html' },
      },
    },
    client: {
      build: {
        // The server names a page's chunks in its HTML; looking for each before an import took
        // longer than the import.
        modulePreload: false,
        rolldownOptions: {
          output: {
            chunkFileNames: CHUNK_NAMES,
            codeSplitting: {
              // A page in few requests, and with little that it does not need.
              includeDependenciesRecursively: false,
              groups: [
                {
                  debugName: 'together',
                  name: (id) => together.get(id) ?? null,
                  test: (id) => together.has(id),
                },
              ],
            },
          },
        },
      },
    },
    ...Object.fromEntries(PUBLIC_PAGES.map((name) => [name, publicPage(name)])),
    shareView: SHARE_VIEW,
  },
  builder: {
    // One configuration for all environments: what the first build finds out, the second one reads.
    sharedConfigBuild: true,
    buildApp: async (builder) => {
      const { [PIECES]: pieces, ...others } = builder.environments
      const output = pieces && (await builder.build(pieces))
      if (output && 'output' in output) together = groupModules(output)
      for (const environment of Object.values(others)) {
        if (environment.config.consumer === 'client' || environment.name === 'shareView')
          await builder.build(environment)
      }
    },
  },
  resolve: {
    alias: [
      // Parts of the router for apps with server rendering. Without this, sign-in would load more
      // than 100 kB.
      { find: /^\.\/(ssr\/components|instrumentation)\.js$/, replacement: ROUTER_ALONE },
      // Plain JavaScript: the content security policy allows no WebAssembly. The package has it,
      // and exports it under no name.
      {
        find: 'meshoptimizer/reference',
        replacement: fileURLToPath(
          new URL('node_modules/meshoptimizer/meshopt_decoder_reference.js', import.meta.url),
        ),
      },
    ],
  },
  server: { port: 4001, strictPort: true, proxy: { '/api/': API, '/auth/': API, '/problems/': API } },
})
