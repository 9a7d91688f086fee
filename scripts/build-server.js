// Bundles the server and its commands into `dist-server`. Node takes four seconds of a processor to
// find and load 2,400 modules, and one for these few. The sources stay beside it: engines'
// programs, migrations and samples are read where they are.
import { rmSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { rolldown } from 'rolldown'
import { COMMANDS, root } from './prepare.js'

const folder = join(root, 'dist-server')

/** Packages that load native code, or files that lie beside their own modules. */
const EXTERNAL = ['sharp', '@node-rs/argon2', 'pino', /^@opentelemetry\//]

/**
 * A module's own address stays that of its source: paths beside it are the same from the bundle.
 */
const keepAddresses = {
  name: 'keep-addresses',
  transform(code, id) {
    if (id.startsWith('\0') || !/import\.meta\.(url|dirname)\b/.test(code)) return null
    const source = JSON.stringify(relative(folder, id).split(sep).join('/'))
    const url = `new URL(${source}, import.meta.url)`
    const path = `process.getBuiltinModule('node:url').fileURLToPath(new URL('.', ${url}))`
    return code
      .replaceAll(/import\.meta\.url\b/g, `${url}.href`)
      .replaceAll(/import\.meta\.dirname\b/g, `${path}.slice(0, -1)`)
  },
}

const bundle = await rolldown({
  input: {
    main: join(root, 'server', 'main.ts'),
    ...Object.fromEntries(COMMANDS.map((name) => [name, join(root, 'scripts', `${name}.ts`)])),
  },
  platform: 'node',
  external: EXTERNAL,
  plugins: [keepAddresses],
})
rmSync(folder, { recursive: true, force: true })
await bundle.write({
  dir: folder,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
})
