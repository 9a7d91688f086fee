/** A node of a pandoc JSON document. */
export interface PandocNode {
  t: string
  c?: unknown
}
export type Inline = PandocNode
export type Block = PandocNode

const attributes = (classes: string[] = []) => ['', classes, []]

/** A pandoc JSON document, for its reader `json`. */
export const documentOf = (blocks: Block[]): string =>
  JSON.stringify({ 'pandoc-api-version': [1, 23, 1], meta: {}, blocks })

/** Text as words and spaces, so that writers may wrap; line breaks are kept. */
export function words(text: string): Inline[] {
  return text.split(/(\r\n?|\n|\v|[ \t]+)/).flatMap((part): Inline[] => {
    if (part === '') return []
    if (/^[\r\n\v]/.test(part)) return [{ t: 'LineBreak' }]
    return /^[ \t]/.test(part) ? [{ t: 'Space' }] : [{ t: 'Str', c: part }]
  })
}

export const styled = (
  style: 'Strong' | 'Emph' | 'Underline' | 'Strikeout' | 'Superscript' | 'Subscript',
  content: Inline[],
): Inline => ({ t: style, c: content })

export const link = (content: Inline[], target: string): Inline => ({
  t: 'Link',
  c: [attributes(), content, [target, '']],
})

/** `name` is the image's file name for pandoc. */
export const image = (name: string, description: string): Inline => ({
  t: 'Image',
  c: [attributes(), words(description), [name, '']],
})

export const para = (content: Inline[]): Block => ({ t: 'Para', c: content })
export const plain = (content: Inline[]): Block => ({ t: 'Plain', c: content })
export const header = (level: number, content: Inline[]): Block => ({
  t: 'Header',
  c: [level, attributes(), content],
})
export const div = (name: string, blocks: Block[]): Block => ({ t: 'Div', c: [attributes([name]), blocks] })
export const bullets = (items: Block[][]): Block => ({ t: 'BulletList', c: items })

export interface ListItem {
  level: number
  content: Inline[]
}

/** A nested list from items with their depth. */
export function nestedList(items: readonly ListItem[]): Block {
  const top = items.reduce((least, { level }) => Math.min(least, level), Number.POSITIVE_INFINITY)
  const groups: { own: Inline[]; inner: ListItem[] }[] = []
  for (const item of items) {
    const last = groups.at(-1)
    if (item.level > top && last) last.inner.push(item)
    else groups.push({ own: item.content, inner: [] })
  }
  return bullets(
    groups.map(({ own, inner }) => [plain(own), ...(inner.length > 0 ? [nestedList(inner)] : [])]),
  )
}

export interface Cell {
  blocks: Block[]
  rows?: number
  columns?: number
}

/**
 * A table whose first row is the header, unless a cell of it spans into the body. Covered cells are
 * omitted.
 */
export function table(
  rows: readonly (readonly Cell[])[],
  { columns, head = true, caption }: { columns: number; head?: boolean; caption?: string },
): Block {
  const heads = head && rows[0]?.every(({ rows: down = 1 }) => down === 1) ? 1 : 0
  const row = (cells: readonly Cell[]) => [
    attributes(),
    cells.map(({ blocks, rows: down = 1, columns: across = 1 }) => [
      attributes(),
      { t: 'AlignDefault' },
      down,
      across,
      blocks,
    ]),
  ]
  const body = rows.slice(heads).map(row)
  return {
    t: 'Table',
    c: [
      attributes(),
      [null, caption ? [plain(words(caption))] : []],
      Array.from({ length: columns }, () => [{ t: 'AlignDefault' }, { t: 'ColWidthDefault' }]),
      [attributes(), rows.slice(0, heads).map(row)],
      body.length > 0 ? [[attributes(), 0, [], body]] : [],
      [attributes(), []],
    ],
  }
}

/** A table of plain text. */
export const textTable = (rows: readonly (readonly string[])[], caption?: string): Block =>
  table(
    rows.map((row) => row.map((text) => ({ blocks: text === '' ? [] : [plain(words(text))] }))),
    {
      columns: rows[0]?.length ?? 0,
      ...(caption && { caption }),
    },
  )
