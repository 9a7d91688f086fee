import { brotliCompressSync, constants } from 'node:zlib'
import type { Rolldown } from 'vite'
import { FRAME, readRoutes } from './routes.ts'

/**
 * What a request costs beside its bytes, in bytes: the headers of both sides, and a sixth of a
 * round trip of 150 ms at 1.6 Mbit/s, since six go at once, with what a script costs the browser.
 */
const REQUEST = 10000
/**
 * What is loaded on demand comes beside what the page has, and after a press: it counts, and for
 * less than a page.
 */
const ON_DEMAND = 0.02
/**
 * Bytes that a visitor's page does not need: its limit is half as high, and it shares little with
 * the others.
 */
const VISITOR = 80

/**
 * What the same entries use, and nobody else: a chunk as Rolldown makes it when nothing is grouped.
 */
interface Piece {
  modules: string[]
  size: number
  users: Set<string>
  imports: Set<Piece>
}

/**
 * An entry whose load counts: what it loads at once, and how much a byte or a request more weighs.
 */
interface Entry {
  name: string
  roots: string[]
  weight: number
  bytes: number
}

type Chunk = Rolldown.OutputChunk

/** What `index.html` begins with. */
const MAIN = '/src/main.tsx'

/**
 * Which modules go together, from a build in which nothing was grouped: the two pieces whose union
 * saves the most are joined, again and again. A union saves a request wherever both are loaded, and
 * costs bytes wherever one of them would do.
 * @returns the group of each module; what only one entry uses has none, and stays with it
 */
export function groupModules(output: Rolldown.RolldownOutput): Map<string, string> {
  const chunks = new Map(
    output.output.filter((one): one is Chunk => one.type === 'chunk').map((one) => [one.fileName, one]),
  )
  const entries = entriesOf([...chunks.values()])
  const pieces = joinPieces(piecesOf(chunks, entries), entries)
  return new Map(pieces.flatMap(({ modules }, at) => modules.map((id) => [id, `together-${at}`] as const)))
}

function entriesOf(chunks: Chunk[]): Entry[] {
  const named = (part: string) =>
    chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(part))?.fileName
  const main = chunks.find(({ isEntry }) => isEntry)?.fileName
  const frame = named(FRAME)
  if (!main || !frame) throw new Error(`The build has no entry, or no ${FRAME}.`)
  // They load neither the frame nor what the others share.
  const forVisitors = readRoutes().filter(({ framed }) => !framed)
  return chunks
    .filter(({ isDynamicEntry }) => isDynamicEntry)
    .map(({ fileName, facadeModuleId }) => {
      const source = facadeModuleId ?? fileName
      const isPage = /\/src\/pages\/[^/]+$/.test(source)
      const isVisitors = forVisitors.some(({ page }) => source.endsWith(`/${page}`))
      return {
        name: fileName,
        roots: isVisitors ? [main, fileName] : isPage ? [main, frame, fileName] : [fileName],
        weight: isPage ? 1 : ON_DEMAND,
        bytes: isVisitors ? VISITOR : 1,
      }
    })
}

function piecesOf(chunks: Map<string, Chunk>, entries: Entry[]): Piece[] {
  const everywhere = (chunk: Chunk) => chunk.isEntry || chunk.facadeModuleId?.endsWith(`/${FRAME}`)
  const pieces = new Map(
    [...chunks.values()]
      // What only one page uses stays in its chunk. The first script and the frame are in all: only
      // they themselves stay.
      .filter((chunk) => !chunk.isDynamicEntry || everywhere(chunk))
      .map(({ fileName, facadeModuleId, moduleIds, code }) => {
        const modules = moduleIds.filter((id) => id !== facadeModuleId && !id.endsWith(MAIN))
        const piece: Piece = { modules, size: compressed(code), users: new Set(), imports: new Set() }
        return [fileName, piece] as const
      }),
  )
  for (const [name, piece] of pieces)
    for (const other of chunks.get(name)?.imports ?? []) {
      const imported = pieces.get(other)
      if (imported) piece.imports.add(imported)
    }
  for (const { name, roots } of entries)
    for (const file of closure(chunks, roots)) pieces.get(file)?.users.add(name)
  return [...pieces.values()].filter(({ users }) => users.size > 0)
}

function closure(chunks: Map<string, Chunk>, roots: string[]): Set<string> {
  const found = new Set<string>()
  for (const todo = [...roots]; todo.length > 0; ) {
    const file = todo.pop() ?? ''
    if (found.has(file)) continue
    found.add(file)
    todo.push(...(chunks.get(file)?.imports ?? []))
  }
  return found
}

function joinPieces(pieces: Piece[], entries: Entry[]): Piece[] {
  const left = new Set(pieces)
  const savings = new Map<Piece, Map<Piece, number>>()
  const pages = new Set(entries.filter(({ weight }) => weight === 1).map(({ name }) => name))
  // What no page loads at once stays as it is: the reader of PDFs is then the same file as for
  // strangers.
  const isOnPage = ({ users }: Piece) => [...users].some((name) => pages.has(name))
  const weigh = (a: Piece, b: Piece) => {
    const saved = isOnPage(a) && isOnPage(b) ? saving(a, b, entries) : 0
    if (saved > 0) savings.get(a)?.set(b, saved)
  }
  const all = [...left]
  all.forEach((a, at) => {
    savings.set(a, new Map())
    for (const b of all.slice(at + 1)) weigh(a, b)
  })
  for (;;) {
    let best: { a: Piece; b: Piece; saved: number } | null = null
    for (const [a, others] of savings)
      for (const [b, saved] of others) if (saved > (best?.saved ?? 0)) best = { a, b, saved }
    if (!best) return [...left].filter(isOnPage)
    const { a, b } = best
    savings.get(a)?.delete(b)
    if (leadsAround(a, b) || leadsAround(b, a)) continue
    const both = union(a, b)
    for (const one of left) if (one.imports.delete(a) || one.imports.delete(b)) one.imports.add(both)
    for (const old of [a, b]) {
      left.delete(old)
      savings.delete(old)
      for (const others of savings.values()) others.delete(old)
    }
    savings.set(both, new Map())
    for (const one of left) weigh(both, one)
    left.add(both)
  }
}

function saving(a: Piece, b: Piece, entries: Entry[]): number {
  let saved = 0
  for (const { name, weight, bytes } of entries) {
    const [inA, inB] = [a.users.has(name), b.users.has(name)]
    if (inA && inB) saved += weight * REQUEST
    else if (inA) saved -= weight * bytes * b.size
    else if (inB) saved -= weight * bytes * a.size
  }
  return saved
}

/**
 * Whether a path leads from one to the other through a third: joined, they would import each other
 * in a circle.
 */
function leadsAround(from: Piece, to: Piece): boolean {
  const seen = new Set<Piece>()
  const todo = [...from.imports].filter((one) => one !== to)
  for (let one = todo.pop(); one; one = todo.pop()) {
    if (one === to) return true
    if (seen.has(one)) continue
    seen.add(one)
    todo.push(...one.imports)
  }
  return false
}

function union(a: Piece, b: Piece): Piece {
  const imports = new Set([...a.imports, ...b.imports])
  imports.delete(a)
  imports.delete(b)
  return {
    modules: [...a.modules, ...b.modules],
    size: a.size + b.size,
    users: new Set([...a.users, ...b.users]),
    imports,
  }
}

const compressed = (code: string) =>
  brotliCompressSync(code, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length
