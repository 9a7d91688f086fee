import { posix } from 'node:path'
import { EngineFailure } from '../../kernel/engine.ts'
import type { Limits } from '../../kernel/limits.ts'
import { sentence } from '../../kernel/sentence.ts'
import { checkZip, readZipEntry, type ZipEntry } from '../../kernel/source/zip.ts'
import { type NodeBudget, parseXml, type XmlElement } from './xml.ts'
import { childrenOf } from './xml-tree.ts'

/** A relationship of an OOXML part to another part or an external target. */
export interface Relation {
  /** The last segment of the relationship type, such as `header` or `chart`. */
  type: string
  /** A part name or an external URL. */
  target: string
  external: boolean
}

/** Maximum XML nodes of one document; pandoc's time limit allows no more. */
const MAX_NODES = 1_000_000

/**
 * An office document as a ZIP file. Limits the real inflated size, whatever the directory states.
 */
export class OfficePackage {
  readonly #path: string
  readonly #entries: ZipEntry[]
  readonly #maxBytes: number
  readonly #nodes: NodeBudget = { left: MAX_NODES }
  readonly #parts = new Map<string, XmlElement | null>()
  readonly #read = new Map<string, number>()

  constructor(path: string, limits: Limits) {
    this.#path = path
    this.#entries = checkZip(path, limits)
    this.#maxBytes = limits.zipInflatedBytes
  }

  get names(): string[] {
    return this.#entries.map(({ name }) => name)
  }

  /**
   * The content of an entry; null if absent.
   * @throws `source_too_complex` above the total limit
   */
  bytes(name: string): Buffer | null {
    const entry = this.#entries.find((one) => one.name === name)
    if (!entry) return null
    this.#read.delete(name)
    const left = this.#maxBytes - [...this.#read.values()].reduce((sum, length) => sum + length, 0)
    const content = readZipEntry(this.#path, this.#entries, name, Math.min(left, 2 * entry.inflated + 1024))
    if (!content) throw unreadable()
    this.#read.set(name, content.length)
    return content
  }

  /** The root element of an XML part, cached; null if absent. */
  part(name: string): XmlElement | null {
    const parsed = this.#parts.get(name)
    if (parsed !== undefined) return parsed
    const bytes = this.bytes(name)
    const root = bytes && parseXml(bytes, this.#nodes)
    this.#parts.set(name, root)
    return root
  }

  /** Like `part` for optional parts: a damaged one is `null` too. */
  optionalPart(name: string): XmlElement | null {
    try {
      return this.part(name)
    } catch (error) {
      if (error instanceof EngineFailure && error.code === 'source_damaged') return null
      throw error
    }
  }

  /** The relationships of an OOXML part by ID; for `''` those of the package. */
  relations(part: string): Map<string, Relation> {
    const { dir, base } = posix.parse(part)
    const root = this.optionalPart(posix.join(dir, '_rels', `${base}.rels`))
    return new Map(
      childrenOf(root ?? undefined, 'rel:Relationship').map(({ attributes }) => [
        attributes.Id ?? '',
        relation(attributes, dir),
      ]),
    )
  }

  /** The main document part of the package relationships; null if none. */
  mainPart(): string | null {
    for (const { type, target } of this.relations('').values()) if (type === 'officeDocument') return target
    return null
  }
}

function relation(attributes: Readonly<Record<string, string>>, folder: string): Relation {
  const { Type = '', Target = '', TargetMode } = attributes
  const external = TargetMode === 'External'
  // A target is relative to its part's folder, or absolute within the package.
  const target = external ? Target : posix.join('/', Target.startsWith('/') ? '' : folder, Target).slice(1)
  return { type: Type.split('/').at(-1) ?? '', target, external }
}

const unreadable = () =>
  new EngineFailure(
    'source_damaged',
    sentence`Part of the document is damaged and could not be read. Open it in the program that made it, save it again, then convert it.`,
  )
