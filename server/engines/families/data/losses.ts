import { plural, type Sentence, sentence } from '../../kernel/sentence.ts'

/** Kinds of lost or changed data with their sentence; `n` is the count. */
const SENTENCES = {
  flattened: (n) =>
    sentence`${plural(n, '# nested object', '# nested objects')} ${plural(n, 'was', 'were')} spread over columns with a dot in their names.`,
  lists: (n) => sentence`${plural(n, '# list', '# lists')} ${plural(n, 'was', 'were')} written as JSON text.`,
  bytes: (n) =>
    sentence`${plural(n, '# binary value', '# binary values')} ${plural(n, 'was', 'were')} written as Base64 text.`,
  mixed: (n) =>
    sentence`${plural(n, '# column', '# columns')} with values of different kinds ${plural(n, 'was', 'were')} written as text.`,
  notFinite: (n) =>
    sentence`${plural(n, '# number', '# numbers')} without a finite value ${plural(n, 'was', 'were')} left empty.`,
  notExact: (n) =>
    sentence`${plural(n, '# number', '# numbers')} with more digits than this format keeps ${plural(n, 'was', 'were')} written as text.`,
  longRows: (n) =>
    sentence`${plural(n, '# row', '# rows')} with more cells than the header got columns without a name.`,
  headers: (n) =>
    sentence`${plural(n, '# column name', '# column names')} that ${plural(n, 'was', 'were')} missing or given twice got a number.`,
  names: (n) =>
    sentence`${plural(n, '# name', '# names')} that XML does not allow ${plural(n, 'was', 'were')} changed.`,
  characters: (n) =>
    sentence`${plural(n, '# control character', '# control characters')} that XML does not allow ${plural(n, 'was', 'were')} left out.`,
  documents: (n) => sentence`${n} YAML documents were put into one list.`,
  tags: (n) => sentence`${plural(n, '# YAML tag', '# YAML tags')} ${plural(n, 'was', 'were')} left out.`,
  aliases: (n) =>
    sentence`${plural(n, '# YAML alias', '# YAML aliases')} ${plural(n, 'was', 'were')} replaced by a copy.`,
  comments: () => sentence`Comments were left out.`,
  mixedText: (n) =>
    sentence`The text between the child elements of ${plural(n, '# element', '# elements')} was gathered into one value.`,
  views: (n) =>
    sentence`${plural(n, '# view', '# views')} of the database ${plural(n, 'was', 'were')} left out.`,
  windows1252: () =>
    sentence`The text is not Unicode and was read as Windows-1252. Save it as UTF-8 if letters look wrong.`,
} satisfies Record<string, (n: number) => Sentence>

export type DataLoss = keyof typeof SENTENCES

/** Counts losses during a conversion and reports them as sentences. */
export class DataLosses {
  readonly #counts = new Map<DataLoss, number>()

  add(loss: DataLoss, count = 1): void {
    if (count > 0) this.#counts.set(loss, (this.#counts.get(loss) ?? 0) + count)
  }

  /** For losses that each pass finds again. */
  set(loss: DataLoss, count: number): void {
    if (count > 0) this.#counts.set(loss, count)
  }

  sentences(): Sentence[] {
    return [...this.#counts].map(([loss, n]) => SENTENCES[loss](n))
  }
}
