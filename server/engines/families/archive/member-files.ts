import { readSync } from 'node:fs'
import type { Member } from './arrange.ts'
import type { SevenZipModule } from './seven-zip.ts'

const DIRECTORY = 0o040000
const FILE = 0o100000
const LINK = 0o120000
/** WASI error numbers. */
const NO_ENTRY = 44
const NOT_PERMITTED = 63

interface Node {
  id: number
  name: string
  mode: number
  parent: Node
  rdev: number
  node_ops: object
  stream_ops: object
  member: Member | null
  /** For a folder without an entry: the time of its first file. */
  modified: Date
  children: Map<string, Node>
}
interface Stream {
  node: Node
  position: number
}
interface Internals {
  createNode(parent: Node | null, name: string, mode: number, rdev: number): Node
  ErrnoError: new (errno: number) => Error
}

/**
 * A read-only virtual file system for 7-Zip: members by path with content from one open file. The
 * names never reach the disk, so they can't do harm.
 */
export function mountMembers(module: SevenZipModule, folder: string, members: readonly Member[], fd: number) {
  const { FS } = module
  const { createNode, ErrnoError } = FS as unknown as Internals
  const refuse = (errno: number) => () => {
    throw new ErrnoError(errno)
  }

  const nodeOps = {
    getattr(node: Node) {
      const { member } = node
      const time = member?.modified ?? node.modified
      const size = member?.kind === 'symlink' ? Buffer.byteLength(member.target) : (member?.size ?? 0)
      const numbers = { dev: 1, ino: node.id, nlink: 1, uid: 0, gid: 0, rdev: 0 }
      const blocks = { blksize: 4096, blocks: Math.ceil(size / 4096) }
      return { ...numbers, mode: node.mode, size, atime: time, mtime: time, ctime: time, ...blocks }
    },
    lookup(parent: Node, name: string): Node {
      const child = parent.children.get(name)
      if (!child) throw new ErrnoError(NO_ENTRY)
      return child
    },
    readdir: (node: Node) => ['.', '..', ...node.children.keys()],
    readlink: (node: Node) => node.member?.target ?? '',
    setattr: refuse(NOT_PERMITTED),
    mknod: refuse(NOT_PERMITTED),
    rename: refuse(NOT_PERMITTED),
    unlink: refuse(NOT_PERMITTED),
    rmdir: refuse(NOT_PERMITTED),
    symlink: refuse(NOT_PERMITTED),
  }

  const streamOps = {
    read({ node }: Stream, memory: Uint8Array, offset: number, length: number, position: number): number {
      const { at = 0, size = 0 } = node.member ?? {}
      const wanted = Math.min(length, size - position)
      return wanted <= 0 ? 0 : readSync(fd, memory, offset, wanted, at + position)
    },
    llseek(stream: Stream, offset: number, whence: number): number {
      const base = [0, stream.position, stream.node.member?.size ?? 0][whence] ?? 0
      if (base + offset < 0) throw new ErrnoError(28)
      return base + offset
    },
  }

  const add = (
    parent: Node | null,
    name: string,
    mode: number,
    member: Member | null,
    modified = new Date(0),
  ): Node => {
    const node = createNode.call(FS, parent, name, mode, 0)
    const own = { member, modified, children: new Map() }
    Object.assign(node, { node_ops: nodeOps, stream_ops: streamOps, ...own })
    parent?.children.set(name, node)
    return node
  }

  const mount = () => {
    const root = add(null, '/', DIRECTORY | 0o755, null)
    for (const member of members) {
      const parts = member.path.split('/')
      const name = parts.pop() ?? ''
      let parent = root
      for (const part of parts)
        parent = parent.children.get(part) ?? add(parent, part, DIRECTORY | 0o755, null, member.modified)
      const type = { file: FILE, folder: DIRECTORY, symlink: LINK }[member.kind]
      const there = parent.children.get(name)
      // The folder may already exist as the parent of an earlier file.
      if (there) Object.assign(there, { member, mode: type | member.mode })
      else add(parent, name, type | member.mode, member)
    }
    return root
  }
  FS.mkdir(folder)
  FS.mount({ mount } as never, {}, folder)
}
