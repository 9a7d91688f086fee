// A real server that speaks S3, for tests: OpenStack Swift from Debian's packages, with all its
// parts on this machine and one copy of everything. It needs no root, writes nowhere but into its
// folder, and listens on 127.0.0.1 alone.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './free-port.js'

/**
 * Debian's packages, a file of each. They bring services of their own, which are not needed here.
 */
export const SWIFT = {
  'swift-proxy': '/usr/bin/swift-proxy-server',
  'swift-object': '/usr/bin/swift-object-server',
  'swift-container': '/usr/bin/swift-container-server',
  'swift-account': '/usr/bin/swift-account-server',
  memcached: '/usr/bin/memcached',
}
export const isSwiftHere = () => Object.values(SWIFT).every((path) => existsSync(path))

const STORES = ['object', 'container', 'account']
/** In the order in which Swift wants them; container_quotas is what lets a bucket be full. */
const FILTERS =
  'catch_errors gatekeeper healthcheck cache listing_formats bulk s3api tempauth container_quotas copy slo dlo'.split(
    ' ',
  )
const READY_WITHIN = 60_000
/** The system's own: Debian's packages are for it alone. */
const PYTHON = '/usr/bin/python3'

/** Where it looks for swift.conf is fixed, but for this way in. */
const LAUNCH = `import runpy, sys
from swift.common.utils import set_swift_dir
set_swift_dir(sys.argv[1]); sys.argv = sys.argv[2:]
runpy.run_path(sys.argv[0], run_name="__main__")`

/**
 * Starts it in a new folder, and returns when it answers. The folder lies where files can have
 * extended attributes (ext4, xfs, btrfs, overlayfs); it goes when the server is stopped.
 */
export async function startSwift(folder) {
  const etc = join(folder, 'etc')
  for (const path of [etc, join(folder, 'srv', 'd1'), join(folder, 'log')])
    mkdirSync(path, { recursive: true })
  const [proxy, cache, ...stores] = await Promise.all(Array.from({ length: 2 + STORES.length }, freePort))
  configure(folder, etc, { proxy, cache, stores })

  const children = []
  const run = (command, args) => children.push(spawn(command, args, { stdio: 'ignore' }))
  run(SWIFT.memcached, ['-u', userInfo().username, '-l', '127.0.0.1', '-p', String(cache), '-m', '64'])
  for (const part of [...STORES, 'proxy'])
    run(PYTHON, ['-c', LAUNCH, etc, SWIFT[`swift-${part}`], join(etc, `${part}.conf`)])
  const stop = async () => {
    await Promise.all(children.map(ended))
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    for (const port of [...stores, proxy]) await answers(port, children)
  } catch (error) {
    await stop()
    throw error
  }
  const pids = children.map(({ pid }) => pid)
  return {
    url: `http://127.0.0.1:${proxy}`,
    accessKeyId: 'test:tester',
    secretAccessKey: 'testing',
    pids,
    stop,
  }
}

function configure(folder, etc, { proxy, cache, stores }) {
  const write = (name, sections) => writeFileSync(join(etc, name), ini(sections))
  const common = (port) => ({
    bind_ip: '127.0.0.1',
    bind_port: port,
    swift_dir: etc,
    user: userInfo().username,
    workers: 0,
    log_address: join(folder, 'log', 'none'),
  })
  write('swift.conf', {
    'swift-hash': { swift_hash_path_suffix: 'test-only' },
    'storage-policy:0': { name: 'default', default: 'yes' },
  })
  makeRings(etc, stores)
  for (const [index, part] of STORES.entries()) {
    write(`${part}.conf`, {
      DEFAULT: { ...common(stores[index]), devices: join(folder, 'srv'), mount_check: 'false' },
      'pipeline:main': { pipeline: `healthcheck ${part}-server` },
      [`app:${part}-server`]: { use: `egg:swift#${part}` },
      'filter:healthcheck': { use: 'egg:swift#healthcheck' },
    })
  }
  const settings = {
    s3api: { s3_acl: 'false', location: 'us-east-1' },
    tempauth: { user_test_tester: 'testing .admin' },
    cache: { memcache_servers: `127.0.0.1:${cache}` },
  }
  write('proxy.conf', {
    DEFAULT: common(proxy),
    'pipeline:main': { pipeline: `${FILTERS.join(' ')} proxy-server` },
    'app:proxy-server': {
      use: 'egg:swift#proxy',
      allow_account_management: 'true',
      account_autocreate: 'true',
    },
    ...Object.fromEntries(
      FILTERS.map((name) => [
        `filter:${name}`,
        { use: `egg:swift#${name === 'cache' ? 'memcache' : name}`, ...settings[name] },
      ]),
    ),
  })
}

const ini = (sections) =>
  Object.entries(sections)
    .map(([name, values]) =>
      [`[${name}]`, ...Object.entries(values).map(([key, value]) => `${key} = ${value}`)].join('\n'),
    )
    .join('\n\n')

/** Where each thing lies: on the one device there is. */
const RINGS = `import sys
from os.path import join
from swift.common.ring import RingBuilder
for part, port in zip(${JSON.stringify(STORES)}, sys.argv[2:]):
    builder = RingBuilder(4, 1, 1)
    builder.add_dev({'region': 1, 'zone': 1, 'weight': 1, 'ip': '127.0.0.1', 'port': int(port), 'device': 'd1',
                     'replication_ip': '127.0.0.1', 'replication_port': int(port), 'meta': ''})
    builder.rebalance()
    builder.get_ring().save(join(sys.argv[1], part + '.ring.gz'))`

function makeRings(etc, ports) {
  const { status, stderr } = spawnSync(PYTHON, ['-c', RINGS, etc, ...ports.map(String)], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`Swift's rings could not be made: ${stderr}`)
}

async function answers(port, children) {
  for (const until = Date.now() + READY_WITHIN; Date.now() < until; await pause(100)) {
    if (children.some(({ exitCode }) => exitCode !== null))
      throw new Error('A part of Swift stopped at once.')
    const answer = await fetch(`http://127.0.0.1:${port}/healthcheck`).catch(() => null)
    if (answer?.ok) return
  }
  throw new Error(`Swift does not answer on port ${port}.`)
}

const ended = (child) =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', resolve)
    child.kill()
  })
