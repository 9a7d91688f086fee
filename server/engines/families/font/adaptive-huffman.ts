const ROOT = 1

/**
 * The adaptive Huffman code of LZCOMP: both sides start with the same tree and increase a symbol's
 * weight after each use. Nodes are ordered by falling weight, so siblings are adjacent. Source:
 * W3C, "MicroType Express (MTX) Font Format", AHUFF.
 */
export class AdaptiveHuffman {
  readonly #up: Int32Array
  readonly #left: Int32Array
  readonly #weight: Int32Array
  /** The symbol of a leaf, -1 for an inner node. */
  readonly #symbol: Int32Array
  /** The index of a symbol's leaf. */
  readonly #leaf: Int32Array

  /** `favoured` are symbols with their additional initial weight; without it all start with 3. */
  constructor(symbols: number, favoured: readonly [symbol: number, times: number][] = []) {
    this.#up = Int32Array.from({ length: 2 * symbols }, (_, node) => node >> 1)
    this.#left = Int32Array.from({ length: 2 * symbols }, (_, node) => (node < symbols ? 2 * node : -1))
    this.#symbol = Int32Array.from({ length: 2 * symbols }, (_, node) => Math.max(-1, node - symbols))
    this.#leaf = Int32Array.from({ length: symbols }, (_, symbol) => symbols + symbol)
    this.#weight = new Int32Array(2 * symbols).fill(1)
    for (let node = symbols - 1; node >= ROOT; node--)
      this.#weight[node] = this.#weightOf(2 * node) + this.#weightOf(2 * node + 1)
    if (favoured.length > 0)
      for (const [symbol, times] of favoured) for (let time = 0; time < times; time++) this.#raise(symbol)
    else
      for (let round = 0; round < 2; round++)
        for (let symbol = 0; symbol < symbols; symbol++) this.#raise(symbol)
  }

  /** Follows bits from the root to a leaf. */
  read(bit: () => number): number {
    let node = ROOT
    while (this.#symbolOf(node) < 0) node = (this.#left[node] ?? 0) + bit()
    const symbol = this.#symbolOf(node)
    this.#raise(symbol)
    return symbol
  }

  #weightOf = (node: number) => this.#weight[node] ?? 0
  #symbolOf = (node: number) => this.#symbol[node] ?? -1

  /**
   * Increments the weight of a leaf and its ancestors; each first moves to the front of its weight.
   */
  #raise(symbol: number): void {
    let node = this.#leaf[symbol] ?? ROOT
    while (node !== ROOT) {
      const weight = this.#weightOf(node)
      let first = node
      while (first - 1 > ROOT && this.#weightOf(first - 1) === weight) first -= 1
      if (first !== node) this.#swap(node, first)
      node = first
      this.#weight[node] = weight + 1
      node = this.#up[node] ?? ROOT
    }
    this.#weight[ROOT] = this.#weightOf(ROOT) + 1
  }

  /** Swaps two subtrees of equal weight. */
  #swap(one: number, other: number): void {
    const [left, symbol] = [this.#left[one] ?? 0, this.#symbolOf(one)]
    this.#place(one, this.#left[other] ?? 0, this.#symbolOf(other))
    this.#place(other, left, symbol)
  }

  #place(node: number, left: number, symbol: number): void {
    this.#left[node] = left
    this.#symbol[node] = symbol
    if (symbol >= 0) this.#leaf[symbol] = node
    else {
      this.#up[left] = node
      this.#up[left + 1] = node
    }
  }
}
