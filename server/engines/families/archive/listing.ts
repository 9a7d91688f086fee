/** An entry of 7-Zip's listing. */
export interface ListedEntry {
  path: string
  kind: 'file' | 'folder' | 'symlink' | 'hardlink' | 'special'
  /** Stated size in bytes, null if unknown. */
  size: number | null
  modified: Date | null
  /** Unix permissions (the nine lowest bits), null if absent. */
  mode: number | null
  encrypted: boolean
  /** The link target if the listing has it; other links store it as content. */
  target: string | null
  /** CRC-32 of the content, null if absent. */
  crc: number | null
}

/**
 * Parses the output of `7z l -slt -ba` line by line: `Key = value`, with an empty line after each
 * entry. 7-Zip replaces line breaks in names. A comment may span lines in braces.
 */
export class ListingReader {
  readonly entries: ListedEntry[] = []
  readonly #most: number
  readonly #onTooMany: () => void
  #fields = new Map<string, string>()
  #inComment = false

  /** `onTooMany` throws; it is called at the first entry beyond `most`. */
  constructor(most: number, onTooMany: () => void) {
    this.#most = most
    this.#onTooMany = onTooMany
  }

  line(text: string): void {
    if (this.#inComment || text === '{') {
      this.#inComment = text !== '}'
      return
    }
    if (text === '') {
      this.end()
      return
    }
    // Progress output ends with carriage returns before the first line.
    const [, key = '', value = ''] = /^(?:.*\r)?\s*([A-Z][\w ]*?) = ?(.*)$/s.exec(text) ?? []
    if (key !== '' && !this.#fields.has(key)) this.#fields.set(key, value)
  }

  /** The last entry may lack the empty line. */
  end(): void {
    const fields = this.#fields
    this.#fields = new Map()
    if (!fields.has('Path')) return
    this.entries.push(entryOf(fields))
    if (this.entries.length > this.#most) this.#onTooMany()
  }
}

function entryOf(fields: ReadonlyMap<string, string>): ListedEntry {
  const field = (name: string) => fields.get(name) ?? ''
  const attributes = `${field('Mode')} ${field('Attributes')}`
  const unix = /([-dlpcbs])([r-][w-][xsS-][r-][w-][xsS-][r-][w-][xtT-])/.exec(attributes)
  const [type = '', bits = ''] = unix?.slice(1) ?? []
  const folder = field('Folder') === '+' || type === 'd' || /^\s*D/.test(field('Attributes'))
  const size = /^\d+$/.test(field('Size')) ? Number(field('Size')) : null
  const target = field('Symbolic Link') || field('Hard Link') || null
  return {
    path: field('Path'),
    kind: kindOf(folder, type, field),
    size: folder ? 0 : size,
    modified: dateOf(field('Modified')),
    mode: bits === '' ? null : modeOf(bits),
    encrypted: field('Encrypted') === '+',
    target,
    crc: /^[0-9A-F]{8}$/.test(field('CRC')) ? Number.parseInt(field('CRC'), 16) : null,
  }
}

function kindOf(folder: boolean, type: string, field: (name: string) => string): ListedEntry['kind'] {
  if (folder) return 'folder'
  if (type === 'l' || field('Symbolic Link') !== '') return 'symlink'
  if (field('Hard Link') !== '') return 'hardlink'
  return 'pcbs'.includes(type) && type !== '' ? 'special' : 'file'
}

/** Parses `rwxr-x---`. Setuid and similar bits are dropped on purpose. */
function modeOf(bits: string): number {
  let mode = 0
  for (const bit of bits) mode = mode * 2 + (/[rwxst]/.test(bit) ? 1 : 0)
  return mode
}

/**
 * Parses `2026-11-25 01:20:09.3932984`; the child's zone is UTC, so the time is the archive's own.
 */
function dateOf(text: string): Date | null {
  const [, day = '', time = ''] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d{1,3})?)/.exec(text) ?? []
  const date = new Date(`${day}T${time}Z`)
  return Number.isNaN(date.getTime()) ? null : date
}
