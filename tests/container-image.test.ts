import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { COMMANDS, server } from '../scripts/prepare.js'
import { PROGRAMS } from '../scripts/programs.js'
import { read, root, unknownSettings } from './container/settings.ts'

/** The programs that `build-server.js` makes. */
const BUILT = [server.at(-1), ...COMMANDS.map((name) => `dist-server/${name}.js`)]

describe('deploy/systemd', () => {
  const units = globSync('deploy/systemd/*.service', { cwd: root })

  it('sets what the server knows, and starts programs that exist', () => {
    expect(units).toHaveLength(3)
    for (const unit of units) {
      const lines = [...read(unit).matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) =>
        line.split(' '),
      )
      expect(unknownSettings(lines.map((line) => line.split('=', 1)[0] ?? ''))).toEqual([])
      const [, program = ''] = /^ExecStart=\S+ (?:--\S+ )*(\S+)/m.exec(read(unit)) ?? []
      expect(BUILT).toContain(program)
    }
  })

  it('leaves the processes what engines need to be confined', () => {
    for (const name of ['web', 'worker']) {
      const unit = read(`deploy/systemd/filewright-${name}.service`)
      expect(unit).not.toMatch(/^(ProtectKernelTunables|ProtectKernelLogs|ProtectProc|ProcSubset)=/m)
      expect(unit).toMatch(/^RestrictNamespaces=user mnt net pid ipc uts cgroup$/m)
    }
  })
})

describe('the Containerfile', () => {
  const file = read('Containerfile')

  it('installs programs that engines know, and sets what the server knows', () => {
    const [, list = ''] = /--no-install-recommends \\\n\s+ca-certificates tini \\\n([^&]*)/.exec(file) ?? []
    const packages = list.replace('$(test "$OFFICE" = 0 || echo', '').match(/[^\s)\\]+/g) ?? []
    expect(packages).toContain('bubblewrap')
    expect(packages.filter((name) => !(name in PROGRAMS))).toEqual([])
    const [, last = ''] = /\nENV (PATH=[\s\S]*?[^\\])\n(?=USER)/.exec(file) ?? []
    const names = [...last.matchAll(/\b([A-Z_]+)=/g)].map(([, name = '']) => name)
    expect(unknownSettings(names.filter((name) => name !== 'PATH'))).toEqual([])
  })

  it('copies what exists, and runs as the user that the manifests name', () => {
    const copied = [...file.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
      paths.split(' '),
    )
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([])
    expect(file).toMatch(/^USER 10001:10001$/m)
  })
})

it('has what each command of the entrypoint runs', () => {
  const entrypoint = read('deploy/container/entrypoint.sh')
  const [, commands = ''] = /^ {2}(\w+(?: \| \w+)+)\) exec node "dist-server/m.exec(entrypoint) ?? []
  expect(commands.split(' | ')).toEqual(COMMANDS)
  const programs = [...entrypoint.matchAll(/ exec node (?:--\S+ )*([\w./-]+)/g)].map(([, path = '']) => path)
  expect(programs.filter((path) => !BUILT.includes(path))).toEqual(['scripts/engines.ts'])
  expect(read('Containerfile')).toContain('COPY scripts/engines.ts scripts/')
  expect(read('Containerfile')).toContain('COPY --from=build /app/dist-server dist-server')
})
