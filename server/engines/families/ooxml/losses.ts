/** What of a document is changed or left out, and the sentence about it; `n` is how many there are. */
const SENTENCES = {
  charts: (n) => `${count(n, 'chart')} ${was(n)} converted to ${n === 1 ? 'a table' : 'tables'}.`,
  chartsUnread: (n) => `${count(n, 'chart')} could not be read and ${was(n)} left out.`,
  diagrams: (n) => `${count(n, 'diagram')} ${was(n)} converted to ${n === 1 ? 'a list' : 'lists'}.`,
  textBoxes: (n) =>
    `The text of ${count(n, 'text box', 'text boxes')} was placed after the paragraph it belongs to.`,
  headersAndFooters: () =>
    'Headers were placed at the beginning and footers at the end, each once and without page numbers.',
  ruby: (n) => `${count(n, 'reading')} above the text ${was(n)} placed in parentheses after it.`,
  nestedTables: (n) =>
    `${count(n, 'table')} inside ${n === 1 ? 'a table was' : 'tables were'} converted to paragraphs.`,
  embedded: (n) =>
    `${count(n, 'embedded object')} ${is(n)} shown by ${n === 1 ? 'its' : 'their'} preview picture only.`,
  embeddedLost: (n) => `${count(n, 'embedded object')} without a preview picture ${was(n)} left out.`,
  includedFiles: (n) => `${count(n, 'file')} inserted into the document ${was(n)} left out.`,
  media: (n) => `${count(n, 'sound or film', 'sounds or films')} ${was(n)} left out.`,
  comments: (n) => `Comments (${n}) were left out.`,
  changes: (n) => `Tracked changes (${n}) were accepted.`,
  changesShown: (n) => `Tracked changes (${n}) are shown as marks in the text.`,
  hiddenText: () => 'Hidden text was left out.',
  hiddenSheets: (n) => `${count(n, 'hidden sheet')} ${was(n)} left out.`,
  hiddenCells: () => 'Hidden rows and columns were left out.',
  hiddenSlides: (n) => `${count(n, 'hidden slide')} ${was(n)} left out.`,
  notes: (n) => `Speaker notes of ${count(n, 'slide')} were left out.`,
  phonetics: (n) => `Phonetic guides of ${count(n, 'cell')} were left out.`,
  drawings: (n) => `${count(n, 'drawing')} without text ${was(n)} left out.`,
  pictures: (n) => `${count(n, 'linked picture')} outside the file ${was(n)} left out.`,
  macros: () => 'Macros were removed.',
} satisfies Record<string, (n: number) => string>

export type Loss = keyof typeof SENTENCES

/** Counts what a document loses on its way, and says it in plain sentences. */
export class Losses {
  readonly #counts = new Map<Loss, number>()

  add(loss: Loss, count = 1): void {
    if (count > 0) this.#counts.set(loss, (this.#counts.get(loss) ?? 0) + count)
  }

  sentences(): string[] {
    return [...this.#counts].map(([loss, n]) => SENTENCES[loss](n))
  }
}

const count = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`
const was = (n: number) => (n === 1 ? 'was' : 'were')
const is = (n: number) => (n === 1 ? 'is' : 'are')
