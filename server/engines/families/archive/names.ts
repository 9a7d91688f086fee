/** Windows device names, which can't be used as file names there. */
const DEVICE = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i
/** Maximum bytes of a path component. */
const PART_BYTES = 255

/** How a path was changed for safety; null if it was safe. */
export type NameChange = 'outside' | 'reserved' | 'taken' | null

/**
 * A relative path below the target folder with `/` separators, without `..` and Windows device
 * names. Null if nothing remains.
 */
export function safePath(path: string): { path: string; change: NameChange } | null {
  const withoutDrive = path.replace(/^[a-z]:/i, '')
  const given = withoutDrive.split(/[/\\]/)
  const inside = given.filter((part) => part !== '..')
  const isOutside =
    withoutDrive !== path || inside.length < given.length || (given.length > 1 && given[0] === '')
  const plain = inside.filter((part) => part !== '' && part !== '.')
  if (plain.length === 0) return null
  const parts = plain.map(safePart)
  const change = isOutside ? 'outside' : parts.some((part, at) => part !== plain[at]) ? 'reserved' : null
  return { path: parts.join('/'), change }
}

function safePart(part: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is replaced.
  const printable = part.replace(/[\u0000-\u001f\u007f]/g, '_').toWellFormed()
  const named = DEVICE.test(printable) ? `_${printable}` : printable
  return shortened(named)
}

/** At most 255 bytes of UTF-8; keeps the extension. */
function shortened(part: string): string {
  if (Buffer.byteLength(part) <= PART_BYTES) return part
  const dot = part.lastIndexOf('.')
  const extension = dot > 0 && Buffer.byteLength(part.slice(dot)) <= 32 ? part.slice(dot) : ''
  let stem = part.slice(0, part.length - extension.length)
  while (Buffer.byteLength(stem + extension) > PART_BYTES) stem = stem.slice(0, -1).toWellFormed()
  return stem.replace(/\ufffd+$/, '') + extension
}

/** Makes paths unique, also on case-insensitive file systems. */
export class TakenPaths {
  readonly #taken = new Map<string, 'file' | 'folder'>()
  /**
   * The last number tried per path, so that a thousand equal names don't take a million attempts.
   */
  readonly #numbers = new Map<string, number>()

  /** The path, with a number if it is taken; null for an existing folder. */
  take(path: string, kind: 'file' | 'folder'): string | null {
    const found = this.#taken.get(keyOf(path))
    if (kind === 'folder' && found === 'folder') return null
    if (found === undefined) return this.#keep(path, kind)
    const slash = path.lastIndexOf('/')
    const dot = path.lastIndexOf('.')
    const stem = dot > slash + 1 ? path.slice(0, dot) : path
    const key = keyOf(path)
    for (let number = (this.#numbers.get(key) ?? 1) + 1; ; number++) {
      const next = `${stem} (${number})${path.slice(stem.length)}`
      if (this.#taken.has(keyOf(next))) continue
      this.#numbers.set(key, number)
      return this.#keep(next, kind)
    }
  }

  #keep(path: string, kind: 'file' | 'folder'): string {
    this.#taken.set(keyOf(path), kind)
    return path
  }
}

/** Normalizes composition, since macOS decomposes accented letters. */
const keyOf = (path: string) => path.normalize('NFC').toLowerCase()
