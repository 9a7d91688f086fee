import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { lingui } from '@lingui/vite-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { messages } from './scripts/messages.ts'
import { pdfFiles } from './scripts/pdf-files.ts'
import { pdfWorker } from './scripts/pdf-worker.ts'

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

/** Strangers' pages, each built apart: opened by people who have never seen the dashboard, they bring nothing of it. */
const PUBLIC_PAGES = ['share', 'sign', 'scan'] as const

/** They are drawn by Preact, which says what React says in a tenth of its weight: over there it is two thirds of all. */
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
 * The first script lists the chunks of every page, so a name counts in every page. Only what is imported on demand has one;
 * what several share is named after one of its modules by chance, and has a hash alone, one character shorter than usual.
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

/** The first view of a share link, drawn by the server: the page's component as one module that imports nothing. */
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

/** What every page needs, sign-in as well: together it compresses better, and it changes less often than the pages. */
const BASE = [
  /node_modules\/(react|react-dom|scheduler|react-router|zustand|@lingui\/(core|react))\//,
  /lucide-react\/dist\/esm\/(Icon|create|default|shared|context)/,
  /src\/ui\/(button|control|field|input|kbd|logo|password-input)\.tsx?$/,
  /src\/lib\/(class-names|random-id|return-path)\.ts$/,
  /src\/(paths|i18n|api\/(client|errors|entry-endpoints\.gen)|stores\/preferences)\.ts$/,
  /vite\/preload-helper/,
  /scripts\/router-alone\.ts$/,
]

/** What the pages around signing in share: small pieces, which would weigh more one by one. */
const ENTRY =
  /src\/(features\/auth\/(sign-page|entry-form|use-submit|form-error|providers|new-password)\.tsx?|api\/sign-in\.ts|stores\/pending-sign-in\.ts)$/

/** The icons of the ways to confirm: a sign-in's code, the step-up and Security have them, each a chunk of its own else. */
const WAYS =
  /lucide-react\/dist\/esm\/icons\/(chevron-right|key-round|list-checks|mail|message-square|smartphone)\.m?js$/

/** The drop zone before its library has loaded, which the page that verifies signatures has as well. */
const DROP =
  /src\/(ui\/(use-drop-zone|drop-area|file-event|deferred)\.tsx?|lib\/(use-latest|use-paste|is-typing)\.ts)$/

/** What names formats and families: pieces of some hundred bytes each. */
const FORMATS = /src\/(lib\/(families|format-list|format-label|ending-of)|ui\/family)\.ts$/

/** What writes numbers, sizes and prices: as pieces of their own each weighs less than its request. */
const NUMBERS = /src\/lib\/format-(bytes|money|number)\.ts$/

/** What every page with the shell loads. As shared pieces it would be 20 chunks, whose names every first script lists. */
const SHELL = [
  /node_modules\/@tanstack\/(query-core|react-query)\//,
  /src\/features\/shell\/(account-row|areas|banners|credits-row|shell|shell-store|side|use-go-keys)\.tsx?$/,
  /src\/features\/convert\/queue\/(add-kept|addresses|files|rows|run|targets|window-drop)\.tsx?$/,
  /src\/features\/(mfa\/step-up\/start-step-up|transfers\/transfers-place)\.tsx?$/,
  /src\/api\/(account|convert|endpoints\.gen|history|live|query-client|scrolled|status|usage)\.ts$/,
  /src\/stores\/(confirm|file-taker|network|presets|send-request|senders|sign-out|step-up|uploads)\.ts$/,
  /src\/ui\/(icon-button|lazy-popup|menu|sidebar|toaster|tooltip)\.tsx$/,
]

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
    client: {
      build: {
        rolldownOptions: {
          output: {
            chunkFileNames: CHUNK_NAMES,
            codeSplitting: {
              groups: [
                { name: 'base', test: (id) => BASE.some((part) => part.test(id)) },
                { name: 'entry', test: ENTRY },
                { name: 'ways', test: WAYS },
                { name: 'formats', test: FORMATS, includeDependenciesRecursively: false },
                { name: 'numbers', test: NUMBERS, includeDependenciesRecursively: false },
                { name: 'drop', test: DROP, includeDependenciesRecursively: false },
                {
                  name: 'shell',
                  test: (id) => SHELL.some((part) => part.test(id)),
                  includeDependenciesRecursively: false,
                },
                // Icons that several pages draw: one by one, the name of each weighs more than itself.
                { name: 'icons', test: /lucide-react\/dist\/esm\/icons\//, minShareCount: 2 },
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
    buildApp: async (builder) => {
      for (const environment of Object.values(builder.environments)) {
        if (environment.config.consumer === 'client' || environment.name === 'shareView')
          await builder.build(environment)
      }
    },
  },
  resolve: {
    alias: [
      // Parts of the router for apps with server rendering. Without this, sign-in would load more than 100 kB.
      { find: /^\.\/(ssr\/components|instrumentation)\.js$/, replacement: ROUTER_ALONE },
      // Plain JavaScript: the content security policy allows no WebAssembly. The package has it, and exports it under no name.
      {
        find: 'meshoptimizer/reference',
        replacement: fileURLToPath(
          new URL('node_modules/meshoptimizer/meshopt_decoder_reference.js', import.meta.url),
        ),
      },
    ],
  },
  server: { port: 4001, strictPort: true, proxy: { '/api': API, '/auth': API, '/problems': API } },
})
