import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)))
const code = tracked.filter((file) => /\.(ts|tsx|js)$/.test(file))
const read = (file: string) => readFileSync(join(root, file), 'utf8')

interface Import {
  file: string
  /** A path of this project, or a package's name. */
  target: string
  typeOnly: boolean
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s+(type\s)?(?:[^'"();]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g

const imports: Import[] = code.flatMap((file) =>
  [...read(file).matchAll(IMPORT)].map(([, type, fixed, lazy]) => {
    const given = (fixed ?? lazy) as string
    const target = given.startsWith('.') ? normalize(join(dirname(file), given)) : given
    return { file, target, typeOnly: type !== undefined }
  }),
)

/**
 * Which layers a layer may import from (docs/architecture.md). A test beside its subject may import
 * what it tests and its tools.
 */
const LAYERS: Record<string, string[]> = {
  'contract/': ['contract/', 'zod'],
  'src/api/': ['src/api/', 'src/lib/', 'contract/'],
  'src/features/': [
    'src/features/',
    'src/api/',
    'src/ui/',
    'src/paths',
    'src/stores/',
    'src/lib/',
    'src/i18n',
    'contract/',
  ],
  'src/pages/': ['src/pages/', 'src/features/', 'src/ui/', 'src/paths', 'src/lib/', 'src/api/'],
  'src/ui/': ['src/ui/', 'src/lib/'],
  'src/stores/': ['src/stores/', 'src/lib/'],
  'src/lib/': ['src/lib/', 'contract/message-pattern'],
  'src/paths': [],
  'server/features/': [
    'server/core/',
    'server/http/handlers',
    'server/http/file-answer',
    'server/platform',
    'server/payments',
    'server/engines/kernel/engine',
    'server/engines/kernel/article',
    'server/engines/kernel/sentence',
    'contract/',
  ],
  'server/core/': [
    'server/core/',
    'server/platform',
    'server/payments',
    'server/engines/kernel/engine',
    'server/engines/kernel/article',
    'server/engines/kernel/sentence',
    'contract/',
  ],
  'server/engines/': ['server/engines/', 'contract/'],
  'server/engines/kernel/': ['server/engines/kernel/', 'contract/'],
  'server/engines/sandbox/': ['server/engines/sandbox/', 'server/engines/kernel/'],
  'server/engines/families/': ['server/engines/families/', 'server/engines/kernel/', 'contract/'],
  'server/adapters/': ['server/core/', 'server/platform', 'server/payments', 'server/adapters/'],
  // The other side of payments: it knows nothing of what is bought.
  'server/sandbox/': [
    'server/sandbox/',
    'server/platform',
    'server/http/authenticate',
    'server/http/escape-html',
  ],
  'server/http/': ['server/http/', 'server/core/', 'server/platform', 'contract/'],
  'server/worker/': [
    'server/worker/',
    'server/core/',
    'server/adapters/',
    'server/engines/kernel/engine',
    'server/engines/kernel/sentence',
    // Finds the room of a signature in a file's bytes: the key is in the worker, and not where
    // documents are read.
    'server/engines/families/pdf/seal/find-placeholder',
    'server/platform',
    'server/payments',
    'contract/',
  ],
}
/** Drivers of real things: only their adapter knows them. */
const DRIVERS = [
  'pg',
  'pg-boss',
  '@node-rs/argon2',
  '@aws-sdk',
  'nodemailer',
  'stripe',
  'rate-limiter-flexible',
  'openid-client',
  'arctic',
  '@opentelemetry',
]

/**
 * Who may do what, what may become of what, and how a sentence holds values: one place for the
 * server, the mock and the dashboard.
 */
const TABLES = [
  'contract/permissions.ts',
  'contract/business-states.ts',
  'contract/scopes.ts',
  'contract/message-pattern.ts',
]

const isTest = (file: string) => /\.test\.tsx?$|\/testing\.tsx$/.test(file)
const isOwn = (target: string) => /^(contract|src|server|tests|e2e|benchmarks|scripts)\//.test(target)

describe('the architecture', () => {
  it('a share link’s page brings nothing of the dashboard’s pages, stores, router or floating parts, but what reads PDFs, later', () => {
    const later = (file: string, target: string) =>
      file === 'src/share.tsx' &&
      target === 'src/features/shares/reader/index.ts' &&
      read(file).includes("await import('./features/shares/reader/index.ts')") &&
      !/from '.*reader/.test(read(file))
    const wrong = imports.filter(
      ({ file, target }) =>
        !later(file, target) &&
        (file === 'src/share.tsx' || file.startsWith('src/features/shares/public/')) &&
        !isTest(file) &&
        /^(react-router|@base-ui|@tanstack|zustand)|^src\/(stores|pages|routes|paths)|^src\/features\/(?!(shares\/public|public-page)\/)/.test(
          target,
        ),
    )
    expect(wrong.map(({ file, target }) => `${file} → ${target}`)).toEqual([])
  })

  it('the page of whoever is to sign brings nothing of the dashboard’s pages, stores or router, but the room, later', () => {
    const later = (file: string, target: string) =>
      file === 'src/sign.tsx' &&
      target === 'src/features/signing/form/index.ts' &&
      read(file).includes("await import('./features/signing/form/index.ts')") &&
      !/from '.*signing\/form/.test(read(file))
    const ours = /^src\/(sign\.tsx|features\/(signing\/(recipient|device|form|pad)|public-page)\/)/
    const wrong = imports.filter(
      ({ file, target }) =>
        !later(file, target) &&
        ours.test(file) &&
        !isTest(file) &&
        (/^(react-router|@tanstack|zustand)|^src\/(stores|pages|routes|paths)/.test(target) ||
          /^src\/features\/(?!(signing\/(recipient|device|pad)|public-page|pdf\/viewer)\/)/.test(target)) &&
        !(file.startsWith('src/features/signing/form/') && target.startsWith('src/features/signing/form/')),
    )
    expect(wrong.map(({ file, target }) => `${file} → ${target}`)).toEqual([])
  })

  it('the page of a phone that scans brings nothing of the dashboard’s pages, stores, router or desk', () => {
    const ours = /^src\/(scan\.tsx|features\/scan\/(phone|sheet|frames)\/)/
    const wrong = imports.filter(
      ({ file, target }) =>
        ours.test(file) &&
        !isTest(file) &&
        (/^(react-router|@base-ui|@tanstack|zustand)|^src\/(stores|pages|routes|paths)/.test(target) ||
          /^src\/features\/(?!(scan\/(phone|sheet|frames)|public-page)\/)/.test(target)),
    )
    expect(wrong.map(({ file, target }) => `${file} → ${target}`)).toEqual([])
  })

  it.each(Object.entries(LAYERS))('%s imports only from the layers it may', (layer, allowed) => {
    const wrong = imports.filter(({ file, target }) => {
      if (!file.startsWith(layer) || isTest(file) || !isOwn(target)) return false
      if (layer === 'server/features/') {
        const area = file.split('/').slice(0, 3).join('/')
        if (target.startsWith(`${area}/`)) return false
      }
      return !allowed.some((path) => target.startsWith(path))
    })
    expect(wrong.map(({ file, target }) => `${file} → ${target}`)).toEqual([])
  })

  it('the conformance suite knows the service by its specification alone', () => {
    // What starts a server and its database, receives its webhooks, and records calls, says nothing
    // of the wire.
    const tools = [
      'scripts/prepare.js',
      'tests/postgres/database.ts',
      'tests/server/process.ts',
      'tests/server/receiver.ts',
      'tests/server/till.ts',
      'tests/contract/outbox.ts',
      'tests/examples/recorder.ts',
    ]
    const wrong = imports.filter(
      ({ file, target }) =>
        file.startsWith('tests/conformance/') &&
        isOwn(target) &&
        !target.startsWith('tests/conformance/') &&
        !tools.includes(target),
    )
    expect(wrong.map(({ file, target }) => `${file} → ${target}`)).toEqual([])
  })

  it('contract/ stands on zod alone', () => {
    const wrong = imports.filter(
      ({ file, target }) => file.startsWith('contract/') && !isOwn(target) && target !== 'zod',
    )
    expect(wrong).toEqual([])
  })

  it('tables that the server and the dashboard act by bring no schemas along', () => {
    const wrong = imports.filter(
      ({ file, target, typeOnly }) => TABLES.includes(file) && !typeOnly && !TABLES.includes(target),
    )
    expect(wrong.map(({ file, target }) => `${file} → ${target}`)).toEqual([])
  })

  it('the dashboard takes types and plain tables from the contract, and nothing else that runs, except where answers are checked in development', () => {
    const wrong = imports.filter(
      ({ file, target, typeOnly }) =>
        file.startsWith('src/') &&
        !isTest(file) &&
        target.startsWith('contract/') &&
        !TABLES.includes(target) &&
        !typeOnly &&
        file !== 'src/api/assert-answer.ts',
    )
    expect(wrong.map(({ file, target }) => `${file} → ${target}`)).toEqual([])
  })

  /**
   * The feature that a file belongs to: the innermost folder below `src/features` that has an
   * `index.ts`.
   */
  const featureOf = (file: string): string | null => {
    if (!file.startsWith('src/features/')) return null
    for (let folder = dirname(file); folder !== 'src/features'; folder = dirname(folder))
      if (code.includes(`${folder}/index.ts`)) return folder
    return null
  }

  it('a feature enters another one only through its index.ts', () => {
    const wrong = imports.filter(({ file, target }) => {
      const [here, there] = [featureOf(file), featureOf(target)]
      return here && there && here !== there && target !== `${there}/index.ts`
    })
    expect(wrong.map(({ file, target }) => `${file} → ${target}`)).toEqual([])
  })

  it('every file of a feature belongs to one', () => {
    const without = code.filter((file) => file.startsWith('src/features/') && !featureOf(file))
    expect(without).toEqual([])
  })

  it('every stylesheet reads its classes from files that exist', () => {
    const expand = (pattern: string): string[] => {
      const [, before, inner, after] = /^(.*?)\{([^}]*)\}(.*)$/.exec(pattern) ?? []
      if (inner === undefined) return [pattern]
      return inner.split(',').flatMap((one) => expand(`${before}${one}${after}`))
    }
    const wrong: string[] = []
    for (const file of globSync('src/**/*.css'))
      for (const [, source = ''] of read(file).matchAll(/^@source "([^"]+)"/gm)) {
        // An ending is one of several; everything else has to be there.
        for (const path of expand(source.replace('.{ts,tsx}', '.*')))
          if (globSync(normalize(join(dirname(file), path))).length === 0) wrong.push(`${file} → ${path}`)
      }
    expect(wrong).toEqual([])
  })

  it('has no circles', () => {
    const edges = new Map<string, string[]>()
    for (const { file, target, typeOnly } of imports) {
      if (isOwn(target) && !typeOnly) edges.set(file, [...(edges.get(file) ?? []), target])
    }
    const circles: string[] = []
    const done = new Set<string>()
    const walk = (file: string, path: string[]) => {
      if (path.includes(file)) {
        circles.push([...path.slice(path.indexOf(file)), file].join(' → '))
        return
      }
      if (done.has(file)) return
      for (const next of edges.get(file) ?? []) walk(next, [...path, file])
      done.add(file)
    }
    for (const file of edges.keys()) walk(file, [])
    expect(circles).toEqual([])
  })

  it('writes no ref while it renders', () => {
    // A statement of a component or hook itself, and not of a function inside it, has the
    // indentation of its body.
    const write = /^ {2}(?:if \(.*\) )?\w+\.current (?:\?\?|\|\|)?= /m
    const wrong = code.filter((file) => file.startsWith('src/') && !isTest(file) && write.test(read(file)))
    expect(wrong).toEqual([])
  })

  it('reads the environment in server/main.ts alone', () => {
    // The engines' child programs start with an empty one; these empty and fill their own.
    const own = [
      'families/archive/archive-child.ts',
      'kernel/child-serve.ts',
      'families/image/fontconfig.ts',
    ].map((file) => `server/engines/${file}`)
    const readers = code.filter((file) => file.startsWith('server/') && /process\.env\b/.test(read(file)))
    expect(readers.filter((file) => !own.includes(file))).toEqual(['server/main.ts'])
  })

  it('knows drivers in adapters alone', () => {
    const wrong = imports.filter(
      ({ file, target }) =>
        file.startsWith('server/') &&
        DRIVERS.some((driver) => target === driver || target.startsWith(`${driver}/`)) &&
        // Writes a message, and sends none.
        target !== 'nodemailer/lib/mail-composer' &&
        !file.startsWith('server/adapters/') &&
        // Answers as the payment provider does, in the types of its SDK.
        !(target === 'stripe' && file.startsWith('server/sandbox/')),
    )
    expect(wrong).toEqual([])
  })

  it('begins transactions by withTransaction alone, which gives a verb nothing that waits', () => {
    // The sandbox is a server of its own, with a schema of its own.
    const begins = code.filter(
      (file) =>
        file.startsWith('server/') &&
        !file.startsWith('server/sandbox/') &&
        /\.transaction\(/.test(read(file)),
    )
    expect(begins.sort()).toEqual(['server/adapters/postgres.ts', 'server/core/transaction.ts'])
  })

  it('names files in kebab-case', () => {
    const wrong = tracked
      .filter((file) => /^(contract|src|server|tests|e2e|benchmarks|scripts)\//.test(file))
      // A made corpus file has the name of the real one that it stands in for.
      .filter((file) => !/^tests\/corpora\/(?!make\/)\w+\//.test(file))
      .filter((file) => !/^[a-z0-9./_-]+$/.test(file))
    expect(wrong).toEqual([])
  })

  it('has comments of at most 100 columns', () => {
    const comment = /^\s*(?:\/\/|\/\*|\*(?: |\/)|\{\/\*)/
    const styles = tracked.filter((file) => file.endsWith('.css'))
    const wide = [...code, ...styles].flatMap((file) =>
      read(file)
        .split('\n')
        .flatMap((line, at) =>
          // The reason for a suppressed rule has to stand in one line.
          line.length > 100 && comment.test(line) && !line.includes('biome-ignore')
            ? `${file}:${at + 1}`
            : [],
        ),
    )
    expect(wide).toEqual([])
  })

  it('has every path of the contract in the specification’s form', async () => {
    const { contract } = await import('../contract/contract.ts')
    // The paths that the specification ends without a slash: a download under a chosen name, and
    // the key set; and the wire decisions an invoice.
    for (const [name, { path }] of Object.entries(contract))
      expect(
        path.replace(/\/download\/\{filename\}$|\/\.well-known\/jwks\.json$|\/invoice\.pdf$/, '/end/'),
        name,
      ).toMatch(/^\/(api|auth\/api)\/v1\/([a-z0-9_-]+|\{[a-z_]+\}|\/)+\/$/)
  })
})

/**
 * Where the code of an area lies. An area is what a file of the contract adds to
 * `contract/contract.ts`.
 */
const AREA_LAYERS: Record<string, (area: string) => string> = {
  server: (area) => `server/features/${area}/routes.ts`,
  mock: (area) => `tests/mock-api/${area}.ts`,
  api: (area) => `src/api/${area}.ts`,
  features: (area) => `src/features/${area}/`,
  pages: (area) => `src/pages/${area}.tsx`,
  e2e: (area) => `e2e/${area}.spec.ts`,
}
const AREAS = [...read('contract/contract.ts').matchAll(/from '\.\/([a-z-]+?)(?:-endpoints)?\.ts'/g)].map(
  ([, area]) => area as string,
)
/** Areas that are a part of another, and may lie in it on any layer. */
const PART_OF: Record<string, string> = {
  'billing-admin': 'billing',
  'business-events': 'businesses',
  'business-users': 'businesses',
  'event-log': 'webhooks',
  batches: 'convert',
  fonts: 'convert',
  pdf: 'convert',
  samples: 'convert',
  verify: 'signing',
}
/** Areas without a place of their name on a layer. */
const ELSEWHERE: Record<string, { on: string[]; because: string }> = {
  access: {
    on: ['features', 'pages', 'e2e'],
    because: 'API keys, the security log and the outbox are pages',
  },
  mfa: { on: ['pages', 'e2e'], because: 'it is set up on the security page, with sessions' },
  notifications: { on: ['e2e'], because: 'tests of other areas look at the bell, which is on every page' },
  tokens: { on: ['api', 'features', 'pages', 'e2e'], because: 'only programs refresh and inspect tokens' },
  usage: { on: ['features', 'pages', 'e2e'], because: 'it is the overview, with the newest of other areas' },
}
/** Features that are no area of the service. */
const DASHBOARD_ONLY = [
  'api-keys',
  'family-labels',
  'lists',
  'outbox',
  'overview',
  'preview',
  'problems',
  'public-page',
  'shell',
  'transfers',
]

describe('an area', () => {
  const isThere = (path: string) =>
    code.some((file) => file === path || (path.endsWith('/') && file.startsWith(path)))

  it('has the same name on every layer', () => {
    const missing = AREAS.flatMap((area) =>
      Object.entries(AREA_LAYERS).flatMap(([layer, pathOf]) => {
        const names = [area, ...(PART_OF[area] ? [PART_OF[area]] : [])]
        const isMissing = names.every((name) => !isThere(pathOf(name)))
        const isExcused = ELSEWHERE[area]?.on.includes(layer) === true
        return isMissing === isExcused
          ? []
          : `${area} on ${layer}: ${isMissing ? 'missing' : 'needs no exception'}`
      }),
    )
    expect(missing).toEqual([])
    expect(Object.keys({ ...PART_OF, ...ELSEWHERE }).filter((area) => !AREAS.includes(area))).toEqual([])
  })

  it('is what a folder of the server or of the dashboard is named after', () => {
    const folders = (layer: string) => [
      ...new Set(code.flatMap((file) => (file.startsWith(layer) ? (file.split('/')[2] ?? '') : []))),
    ]
    const unknown = folders('server/features/').filter((name) => !AREAS.includes(name))
    const unlisted = folders('src/features/').filter((name) => !AREAS.includes(name))
    expect(unknown).toEqual([])
    expect(unlisted.toSorted()).toEqual(DASHBOARD_ONLY)
  })
})

describe('tests', () => {
  const tests = code.filter((file) => /\.(test|spec)\.tsx?$/.test(file))

  it('are all run, and none sleeps', () => {
    const wrong = tests.filter(
      (file) =>
        file !== 'tests/repo.test.ts' &&
        /\.(only|fixme)\(|\b(it|test|describe)\.skip\(|waitForTimeout/.test(read(file)),
    )
    expect(wrong).toEqual([])
  })

  it('lie where a runner looks for them', () => {
    const places =
      /^((src|contract|server)\/.*\.test\.tsx?|tests\/[^/]+\.test\.ts|tests\/(server|contract|conformance|s3|endurance|container|cluster)\/.*\.test\.ts|e2e\/[^/]+\.spec\.ts)$/
    expect(tests.filter((file) => !places.test(file))).toEqual([])
  })

  it('mock modules in component tests alone, which the project component-mocks isolates', () => {
    const wrong = code.filter(
      (file) =>
        file !== 'tests/repo.test.ts' &&
        !/^src\/.*\.test\.tsx$/.test(file) &&
        /\bvi\.(mock|doMock)\(/.test(read(file)),
    )
    expect(wrong, 'these files share their modules with other tests, which would get the mocks').toEqual([])
  })
})

describe('the lock file', () => {
  const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, { resolved?: string }> }
  const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string>>

  it('names no registry', () => {
    expect(Object.values(lock.packages).filter(({ resolved }) => resolved !== undefined)).toEqual([])
  })

  it('goes with exact versions', () => {
    const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }
    expect(Object.entries(all).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual(
      [],
    )
  })
})

interface Chunk {
  file: string
  src?: string
  isEntry?: boolean
  imports?: string[]
  dynamicImports?: string[]
}

it('gives each advisory lock a number of its own', () => {
  const named = tracked
    .filter((path) => /^server\/.*\.(ts|sql)$/.test(path))
    .flatMap((path) => [
      ...read(path).matchAll(/(?:const [A-Z_]+ = |pg_advisory_xact_lock\()(4_?871_?2\d\d)\b/g),
    ])
  const numbers = named.map(([, number = '']) => number.replaceAll('_', ''))
  expect(numbers.length).toBeGreaterThan(4)
  expect(new Set(numbers).size).toBe(numbers.length)
})

const isBuilt = existsSync(join(root, 'dist/.vite/manifest.json'))

describe.runIf(isBuilt)('the built dashboard', () => {
  const manifest = isBuilt ? (JSON.parse(read('dist/.vite/manifest.json')) as Record<string, Chunk>) : {}
  const scripts = isBuilt ? readdirSync(join(root, 'dist/assets')).filter((name) => name.endsWith('.js')) : []

  /**
   * Everything that a page makes the browser load before it can be used: the entry, its own chunks,
   * and what those import.
   */
  const closure = (...sources: string[]) => loaded(manifest, ['index.html', ...sources])
  const loaded = (list: Record<string, Chunk>, sources: string[]) => {
    const files = new Set<string>()
    const add = (key: string) => {
      const chunk = list[key]
      if (!chunk) throw new Error(`the build has no ${key}`)
      if (files.has(chunk.file)) return
      files.add(chunk.file)
      for (const next of chunk.imports ?? []) add(next)
    }
    for (const source of sources) add(source)
    return [...files].filter((file) => file.endsWith('.js'))
  }
  const compressed = new Map<string, number>()
  /** As the server sends it. Most pages share most of their files. */
  const compressedSize = (file: string) => {
    const size =
      compressed.get(file) ??
      brotliCompressSync(readFileSync(join(root, 'dist', file)), {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11 },
      }).length
    compressed.set(file, size)
    return size
  }
  const kilobytes = (files: string[]) => files.reduce((sum, file) => sum + compressedSize(file), 0) / 1000

  const FOR_VISITORS = [
    'pricing',
    'sign-in',
    'sign-in-provider',
    'sign-up',
    'forgot-password',
    'reset-password',
    'verify-email',
  ]
  it.each(FOR_VISITORS)('%s loads at most 100 kB of JavaScript', (page) => {
    expect(kilobytes(closure(`src/pages/${page}.tsx`))).toBeLessThanOrEqual(100)
  })

  it.each([
    ['verify', 101],
    ['sign-in-code', 106],
  ])('%s, which has the words of every problem, loads at most %i kB of JavaScript', (page, most) => {
    expect(kilobytes(closure(`src/pages/${page}.tsx`))).toBeLessThanOrEqual(most)
  })

  it.each([
    'overview',
    'account',
    'security',
    'api-keys',
    'security-log',
    'outbox',
    'convert',
    'history',
    'conversion',
    'storage',
    'stored-file',
    'shares',
    'share',
    'pdf',
    'scan',
    'scan-session',
    'pipelines',
    'pipeline',
    'pipeline-run',
    'webhooks',
    'new-webhook',
    'webhook',
    'verify-signature',
    'billing',
    'billing-return',
    'billing-admin',
    'notifications',
  ])('%s loads at most 200 kB of JavaScript', (page) => {
    expect(kilobytes(closure('src/pages/layout.tsx', `src/pages/${page}.tsx`))).toBeLessThanOrEqual(200)
  })

  it('nothing that reads messages is in any page: those with values in them are read at the build', () => {
    for (const name of ['manifest', 'share', 'sign', 'scan']) {
      const chunks = Object.values(JSON.parse(read(`dist/.vite/${name}.json`)) as Record<string, Chunk>)
      const scripts = chunks.map(({ file }) => file).filter((file) => file.endsWith('.js'))
      const unread = (file: string) => /message:[`'"][^`'"]*\{\w+[,}]/.test(read(`dist/${file}`))
      expect(scripts.filter(unread)).toEqual([])
      expect(scripts.some((file) => /,[`"]plural[`"],\{one:\[/.test(read(`dist/${file}`)))).toBe(true)
    }
  })

  it('a share link’s page, built apart, loads at most 40 kB of JavaScript, and neither React nor a router', () => {
    const list = JSON.parse(read('dist/.vite/share.json')) as Record<string, Chunk>
    const files = loaded(list, ['share.html'])
    expect(kilobytes(files)).toBeLessThanOrEqual(40)
    for (const mark of ['react-router', 'react.dev/errors', 'base-ui', 'QueryClient'])
      for (const file of files) expect(read(`dist/${file}`).includes(mark), `${mark} in ${file}`).toBe(false)
  })

  it('a share link’s page loads what reads PDFs with the press, in 35 kB beside pdf.js', () => {
    const list = JSON.parse(read('dist/.vite/share.json')) as Record<string, Chunk>
    const first = loaded(list, ['share.html'])
    expect(kilobytes(first)).toBeLessThanOrEqual(30)
    const isPdfJs = (file: string) => read(`dist/${file}`).includes('GlobalWorkerOptions.workerSrc')
    expect(first.filter(isPdfJs)).toEqual([])
    expect(list['share.html']?.dynamicImports).toContain('src/features/shares/reader/index.ts')
    const more = loaded(list, ['src/features/shares/reader/index.ts']).filter((file) => !first.includes(file))
    expect(more.filter(isPdfJs)).toEqual([])
    expect(kilobytes(more)).toBeLessThanOrEqual(35)
    const viewer = loaded(list, ['src/features/pdf/viewer/engine.ts', 'src/features/pdf/viewer/viewer.tsx'])
    expect(viewer.filter(isPdfJs)).toHaveLength(1)
  })

  it('the page of whoever is to sign, built apart, loads at most 40 kB of JavaScript, and neither React, a router nor what reads PDFs', () => {
    const list = JSON.parse(read('dist/.vite/sign.json')) as Record<string, Chunk>
    const first = loaded(list, ['sign.html'])
    expect(kilobytes(first)).toBeLessThanOrEqual(40)
    for (const mark of ['react-router', 'react.dev/errors', 'base-ui', 'QueryClient', 'GlobalWorkerOptions'])
      for (const file of first) expect(read(`dist/${file}`).includes(mark), `${mark} in ${file}`).toBe(false)
    expect(list['sign.html']?.dynamicImports).toContain('src/features/signing/form/index.ts')
    // With the way through the document, and the pad, before the viewer.
    const room = loaded(list, ['sign.html', 'src/features/signing/form/index.ts'])
    expect(room.filter((file) => read(`dist/${file}`).includes('GlobalWorkerOptions.workerSrc'))).toEqual([])
    expect(kilobytes(room)).toBeLessThanOrEqual(100)
  })

  it('the page of a phone that scans, built apart, has all that it needs in 150 kB, and neither React nor a router', () => {
    const list = JSON.parse(read('dist/.vite/scan.json')) as Record<
      string,
      Chunk & { css?: string[]; assets?: string[] }
    >
    const scripts = loaded(list, ['scan.html'])
    const { css = [], assets = [] } = list['scan.html'] ?? {}
    const workers = assets.filter((file) => file.endsWith('.js'))
    expect(workers).toHaveLength(2)
    expect(
      kilobytes([...scripts, ...workers, ...css, ...assets.filter((file) => file.endsWith('.woff2'))]),
    ).toBeLessThanOrEqual(150)
    for (const mark of ['react-router', 'react.dev/errors', 'base-ui', 'QueryClient', 'GlobalWorkerOptions'])
      for (const file of scripts)
        expect(read(`dist/${file}`).includes(mark), `${mark} in ${file}`).toBe(false)
    // Only other languages come later: a phone may be without a network by then.
    expect(list['scan.html']?.dynamicImports?.every((key) => key.startsWith('src/locales/'))).toBe(true)
  })

  it('brings the reader of PDFs, pdf.js, to no page before one is looked at', () => {
    const pages = Object.keys(manifest).filter((key) => /^src\/(pages|share)/.test(key))
    const isPdfJs = (file: string) => read(`dist/${file}`).includes('GlobalWorkerOptions.workerSrc')
    expect(scripts.filter((name) => isPdfJs(`assets/${name}`))).toHaveLength(1)
    for (const page of pages) expect(closure(page).filter(isPdfJs), page).toEqual([])
  })

  it('has no mock, no gallery, no server and no schema in it', () => {
    for (const name of scripts) {
      const text = read(`dist/assets/${name}`)
      for (const mark of [
        'mockServiceWorker',
        'setupWorker',
        'ZodError',
        'drizzle',
        'every part and every state',
      ])
        expect(text.includes(mark), `${mark} in ${name}`).toBe(false)
    }
    expect(existsSync(join(root, 'dist/mockServiceWorker.js'))).toBe(false)
  })
})
