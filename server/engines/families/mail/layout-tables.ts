const TAG = /<(\/?)(table|th)\b([^<>]{0,2000})/gi

/** Detects layout tables of a page, for one pass over its elements in order. */
export class LayoutTables {
  readonly #arranges: boolean[]
  readonly #open: boolean[] = []
  #next = 0

  constructor(html: string) {
    this.#arranges = tablesThatArrange(html)
  }

  /** Number of layout tables. */
  get count(): number {
    return this.#arranges.filter(Boolean).length
  }

  open(tagName: string): void {
    if (tagName !== 'table') return
    this.#open.push(this.#arranges[this.#next] ?? true)
    this.#next += 1
  }

  close(tagName: string): void {
    if (tagName === 'table') this.#open.pop()
  }

  /** The replacement for a table element: a paragraph's in layout tables. */
  rename(tagName: string): string {
    return this.#open.at(-1) && /^(table|thead|tbody|tfoot|tr|td|th|caption)$/.test(tagName) ? 'div' : tagName
  }
}

/** A table holds data if it has header cells or a border and no nested table. */
function tablesThatArrange(html: string): boolean[] {
  const tables: { data: boolean; outer: boolean }[] = []
  const open: { data: boolean; outer: boolean }[] = []
  for (const [, closes, name = '', attributes = ''] of html.matchAll(TAG)) {
    const current = open.at(-1)
    if (name.toLowerCase() === 'th') {
      if (current && !closes) current.data = true
    } else if (closes) open.pop()
    else {
      if (current) current.outer = true
      const table = { data: /\sborder\s*=\s*["']?[1-9]/i.test(attributes), outer: false }
      tables.push(table)
      open.push(table)
    }
  }
  return tables.map(({ data, outer }) => outer || !data)
}
