interface Node {
  weight: number
  symbol: number | null
  parent: Node | null
  children: [Node, Node] | null
  place: number
}

/**
 * The adaptive code of LZCOMP with a tree of objects: it shares nothing with the reader that it is
 * written for.
 */
class HuffmanWriter {
  readonly #order: Node[]

  constructor(symbols: number) {
    const node = (place: number): Node => ({ weight: 1, symbol: null, parent: null, children: null, place })
    this.#order = Array.from({ length: 2 * symbols }, (_, place) => node(place))
    for (let place = 2 * symbols - 1; place >= 1; place--) {
      const own = this.#at(place)
      if (place >= symbols) own.symbol = place - symbols
      else {
        own.children = [this.#at(2 * place), this.#at(2 * place + 1)]
        own.weight = own.children[0].weight + own.children[1].weight
        for (const child of own.children) child.parent = own
      }
    }
  }

  #at(place: number): Node {
    const node = this.#order[place]
    if (!node) throw new RangeError(`There is no node ${place}.`)
    return node
  }

  #leaf(symbol: number): Node {
    const leaf = this.#order.find((node) => node.place > 0 && node.symbol === symbol)
    if (!leaf) throw new RangeError(`There is no symbol ${symbol}.`)
    return leaf
  }

  raise(symbol: number, times = 1): void {
    for (let time = 0; time < times; time++) {
      for (let node: Node | null = this.#leaf(symbol); node; node = node.parent) {
        const weight: number = node.weight
        const first: Node | undefined = this.#order.find(
          (other) => other.place > 0 && other.weight === weight,
        )
        if (first && first !== node && first.parent) this.#exchange(node, first)
        node.weight += 1
      }
    }
  }

  #exchange(one: Node, other: Node): void {
    const [a, b] = [one.parent, other.parent]
    if (!a?.children || !b?.children) throw new RangeError('The root stays where it is.')
    const slots = [a.children.indexOf(one), b.children.indexOf(other)] as const
    a.children[slots[0]] = other
    b.children[slots[1]] = one
    ;[one.parent, other.parent] = [b, a]
    ;[one.place, other.place] = [other.place, one.place]
    this.#order[one.place] = one
    this.#order[other.place] = other
  }

  write(symbol: number): number[] {
    const bits: number[] = []
    for (let node = this.#leaf(symbol); node.parent; node = node.parent)
      bits.unshift(node.parent.children?.[1] === node ? 1 : 0)
    this.raise(symbol)
    return bits
  }
}

const balanced = (symbols: number) => {
  const code = new HuffmanWriter(symbols)
  for (let round = 0; round < 2; round++) for (let symbol = 0; symbol < symbols; symbol++) code.raise(symbol)
  return code
}

/** Packs bytes as LZCOMP does, greedily; `runs` packs runs of bytes first. */
export function packLzcomp(plain: Buffer, runs = false): Buffer {
  const data = runs ? packRuns(plain) : plain
  const bits: number[] = [runs ? 1 : 0]
  for (let bit = 23; bit >= 0; bit--) bits.push((data.length >> bit) & 1)
  const ranges = Math.max(1, Math.ceil(Math.log(data.length) / Math.log(8) - 1e-9))
  const repeat = 256 + 8 * ranges
  const symbols = new HuffmanWriter(repeat + 3)
  symbols.raise(256)
  symbols.raise(257)
  symbols.raise(repeat, 12)
  symbols.raise(repeat + 1, 6)
  const [lengths, distances] = [balanced(8), balanced(8)]
  const before: number[] = []
  for (let high = 0; high < 32; high++) for (let low = 0; low < 96; low++) before.push(high, low)
  for (let value = 0; value < 256; value++) before.push(value, value, value, value)
  const bytes = Buffer.concat([Buffer.from(before), data])
  const seen = new Map<number, number>()
  const note = (at: number) => seen.set(bytes.readUIntBE(at, 3), at)
  for (let at = 0; at < before.length - 2; at++) note(at)
  for (let at = before.length; at < bytes.length; ) {
    const match = at + 3 <= bytes.length ? seen.get(bytes.readUIntBE(at, 3)) : undefined
    let count = 0
    if (match !== undefined)
      while (match + count < at && at + count < bytes.length && bytes[match + count] === bytes[at + count])
        count += 1
    const distance = match === undefined ? 0 : at - match - count + 1
    const copies = count >= 4 && distance >= 1 && distance <= 8 ** ranges
    if (copies) {
      const used = Math.max(1, Math.ceil((32 - Math.clz32(distance - 1)) / 3))
      const groups = (count - (distance >= 512 ? 3 : 2)).toString(4).split('').map(Number)
      const marked = groups.map((group, index) => group + (index < groups.length - 1 ? 4 : 0))
      bits.push(...symbols.write(256 + (marked[0] ?? 0) + 8 * (used - 1)))
      for (const group of marked.slice(1)) bits.push(...lengths.write(group))
      for (let index = used - 1; index >= 0; index--)
        bits.push(...distances.write(((distance - 1) >> (3 * index)) & 7))
    } else {
      const back = [2, 4, 6].findIndex((step) => bytes[at - step] === bytes[at])
      bits.push(...symbols.write(back < 0 ? (bytes[at] ?? 0) : repeat + back))
    }
    for (const end = at + (copies ? count : 1); at < end; at++) if (at + 3 <= bytes.length) note(at)
  }
  while (bits.length % 8 !== 0) bits.push(0)
  return Buffer.from(
    bits
      .join('')
      .match(/.{8}/g)
      ?.map((byte) => Number.parseInt(byte, 2)) ?? [],
  )
}

function packRuns(plain: Buffer): Buffer {
  const counts = new Array<number>(256).fill(0)
  for (const byte of plain) counts[byte] = (counts[byte] ?? 0) + 1
  const mark = counts.indexOf(Math.min(...counts))
  const packed = [mark]
  for (let at = 0; at < plain.length; ) {
    const byte = plain[at] ?? 0
    let end = at + 1
    while (end < plain.length && plain[end] === byte && end - at < 255) end += 1
    if (end - at > 3) packed.push(mark, end - at, byte)
    else {
      end = at + 1
      packed.push(...(byte === mark ? [mark, 0] : [byte]))
    }
    at = end
  }
  return Buffer.from(packed)
}
