/** What of the data is changed or left out, and the sentence about it; `n` is how many there are. */
const SENTENCES = {
  flattened: (n) => `${count(n, 'nested object')} ${was(n)} spread over columns with a dot in their names.`,
  lists: (n) => `${count(n, 'list')} ${was(n)} written as JSON text.`,
  bytes: (n) => `${count(n, 'binary value')} ${was(n)} written as Base64 text.`,
  mixed: (n) => `${count(n, 'column')} with values of different kinds ${was(n)} written as text.`,
  notFinite: (n) => `${count(n, 'number')} without a finite value ${was(n)} left empty.`,
  notExact: (n) => `${count(n, 'number')} with more digits than this format keeps ${was(n)} written as text.`,
  longRows: (n) => `${count(n, 'row')} with more cells than the header got columns without a name.`,
  headers: (n) => `${count(n, 'column name')} that ${was(n)} missing or given twice got a number.`,
  names: (n) => `${count(n, 'name')} that XML does not allow ${was(n)} changed.`,
  characters: (n) => `${count(n, 'control character')} that XML does not allow ${was(n)} left out.`,
  documents: (n) => `${n} YAML documents were put into one list.`,
  tags: (n) => `${count(n, 'YAML tag')} ${was(n)} left out.`,
  aliases: (n) => `${count(n, 'YAML alias', 'YAML aliases')} ${was(n)} replaced by a copy.`,
  comments: () => 'Comments were left out.',
  mixedText: (n) =>
    `The text between the child elements of ${count(n, 'element')} was gathered into one value.`,
  views: (n) => `${count(n, 'view')} of the database ${was(n)} left out.`,
  windows1252: () =>
    'The text is not Unicode and was read as Windows-1252. Save it as UTF-8 if letters look wrong.',
} satisfies Record<string, (n: number) => string>

export type DataLoss = keyof typeof SENTENCES

/** Counts what data loses on its way, and says it in plain sentences. */
export class DataLosses {
  readonly #counts = new Map<DataLoss, number>()

  add(loss: DataLoss, count = 1): void {
    if (count > 0) this.#counts.set(loss, (this.#counts.get(loss) ?? 0) + count)
  }

  /** For what is found anew in each of several passes. */
  set(loss: DataLoss, count: number): void {
    if (count > 0) this.#counts.set(loss, count)
  }

  sentences(): string[] {
    return [...this.#counts].map(([loss, n]) => SENTENCES[loss](n))
  }
}

const count = (n: number, one: string, many = `${one}s`) =>
  `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`
const was = (n: number) => (n === 1 ? 'was' : 'were')
