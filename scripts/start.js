// `npm start`, `npm run dev`, `demo`, `engines`, `migrate`, `backup`, `restore`, `move`, `outbox`
// and `bench`: installs what is missing, builds what is stale, and runs it on the Node that the
// packages bring. Ctrl+C and SIGTERM go to the server, which stops gracefully.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import {
  COMMANDS as BUNDLED,
  build,
  buildServer,
  environment,
  install,
  node,
  root,
  server,
} from './prepare.js'

const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
const COMMANDS = {
  start: [[node, ...server]],
  dev: [
    [node, '--watch-path=server', '--watch-path=contract', 'server/main.ts'],
    [node, vite],
  ],
  demo: [[node, 'scripts/demo.ts']],
  engines: [[node, 'scripts/engines.ts']],
  bench: [[node, 'benchmarks/run.ts', ...process.argv.slice(3)]],
  ...Object.fromEntries(
    BUNDLED.map((name) => [name, [[node, `dist-server/${name}.js`, ...process.argv.slice(3)]]]),
  ),
}

const wanted = process.argv[2] ?? 'start'
const commands = COMMANDS[wanted]
if (!commands)
  throw new Error(`There is no command ${wanted}; there are ${Object.keys(COMMANDS).join(', ')}.`)

install()
if (BUNDLED.includes(wanted)) buildServer()
else if (!['dev', 'engines'].includes(wanted)) build()
const children = commands.map(([command, ...args]) =>
  spawn(command, args, { cwd: root, stdio: 'inherit', env: environment() }),
)
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => children.forEach((child) => void child.kill(signal)))
for (const child of children) {
  child.on('exit', (code, signal) => {
    for (const other of children) other.kill('SIGTERM')
    process.exitCode = code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)
  })
}
