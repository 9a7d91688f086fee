import { posix } from 'node:path'
import { EngineFailure } from '../../kernel/engine.ts'
import type { Limits } from '../../kernel/limits.ts'
import { sentence } from '../../kernel/sentence.ts'
import { checkZip, readZipEntry, type ZipEntry } from '../../kernel/source/zip.ts'
import { type NodeBudget, parseXml, type XmlElement } from './xml.ts'
import { childrenOf } from './xml-tree.ts'

/** A reference from one part of an OOXML package to another, or to something outside. */
export interface Relation {
  /** The last segment of the relationship type, such as `header` or `chart`. */
  type: string
  /** A part's name, or an external address. */
  target: string
  external: boolean
}

/**
 * What the XML parts of one document may hold together; more than that pandoc does not convert
 * within its time.
 */
const MAX_NODES = 1_000_000

/**
 * An office document as the ZIP file that it is. What its entries really inflate to is limited,
 * whatever its directory says.
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
   * The content of an entry; null where there is none. Throws `source_too_complex` for more than
   * the limit in all.
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

  /** The root element of an XML part, parsed once; null where there is none. */
  part(name: string): XmlElement | null {
    const parsed = this.#parts.get(name)
    if (parsed !== undefined) return parsed
    const bytes = this.bytes(name)
    const root = bytes && parseXml(bytes, this.#nodes)
    this.#parts.set(name, root)
    return root
  }

  /** Like `part`, for parts that a document can do without: a damaged one is `null` too. */
  optionalPart(name: string): XmlElement | null {
    try {
      return this.part(name)
    } catch (error) {
      if (error instanceof EngineFailure && error.code === 'source_damaged') return null
      throw error
    }
  }

  /** The relations of an OOXML part by their id; those of the package for `''`. */
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

  /**
   * The part that the relations of the package call the document itself; null where nothing says
   * so.
   */
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
