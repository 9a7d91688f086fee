// `node scripts/container.js build`: builds the image with Debian's own tools (mmdebstrap, buildah,
// podman). `try` starts it and converts a file. Options: --small leaves LibreOffice out, --base
// IMAGE builds on another base, --tag NAME names the image.
import { parseArgs } from 'node:util'
import { buildImage } from './container/build-image.js'
import { tryImage } from './container/try-image.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    small: { type: 'boolean', default: false },
    base: { type: 'string' },
    tag: { type: 'string' },
    port: { type: 'string', default: '4430' },
  },
})
const tag = values.tag ?? `localhost/filewright:${values.small ? 'small' : 'latest'}`

if (positionals[0] === 'build') buildImage({ tag, base: values.base, office: !values.small })
else if (positionals[0] === 'try') {
  const figures = await tryImage({ tag, port: Number(values.port) })
  for (const [name, figure] of Object.entries(figures)) console.log(`${name.padEnd(20)} ${figure}`)
} else throw new Error('Usage: node scripts/container.js build|try [--small] [--base IMAGE] [--tag NAME]')
