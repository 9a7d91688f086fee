import { plural, type Sentence, sentence } from '../../kernel/sentence.ts'

/** Kinds of lost or changed content with their sentence; `n` is the count. */
const SENTENCES = {
  charts: (n) =>
    sentence`${plural(n, '# chart', '# charts')} ${plural(n, 'was', 'were')} converted to ${plural(n, 'a table', 'tables')}.`,
  chartsUnread: (n) =>
    sentence`${plural(n, '# chart', '# charts')} could not be read and ${plural(n, 'was', 'were')} left out.`,
  diagrams: (n) =>
    sentence`${plural(n, '# diagram', '# diagrams')} ${plural(n, 'was', 'were')} converted to ${plural(n, 'a list', 'lists')}.`,
  textBoxes: (n) =>
    sentence`The text of ${plural(n, '# text box', '# text boxes')} was placed after the paragraph it belongs to.`,
  headersAndFooters: () =>
    sentence`Headers were placed at the beginning and footers at the end, each once and without page numbers.`,
  ruby: (n) =>
    sentence`${plural(n, '# reading', '# readings')} above the text ${plural(n, 'was', 'were')} placed in parentheses after it.`,
  nestedTables: (n) =>
    sentence`${plural(n, '# table', '# tables')} inside ${plural(n, 'a table was', 'tables were')} converted to paragraphs.`,
  embedded: (n) =>
    sentence`${plural(n, '# embedded object', '# embedded objects')} ${plural(n, 'is', 'are')} shown by ${plural(n, 'its', 'their')} preview image only.`,
  embeddedLost: (n) =>
    sentence`${plural(n, '# embedded object', '# embedded objects')} without a preview image ${plural(n, 'was', 'were')} left out.`,
  includedFiles: (n) =>
    sentence`${plural(n, '# file', '# files')} inserted into the document ${plural(n, 'was', 'were')} left out.`,
  media: (n) =>
    sentence`${plural(n, '# audio or video file', '# audio and video files')} ${plural(n, 'was', 'were')} left out.`,
  comments: (n) => sentence`Comments (${n}) were left out.`,
  changes: (n) => sentence`Tracked changes (${n}) were accepted.`,
  changesShown: (n) => sentence`Tracked changes (${n}) are shown as marks in the text.`,
  hiddenText: () => sentence`Hidden text was left out.`,
  hiddenSheets: (n) =>
    sentence`${plural(n, '# hidden sheet', '# hidden sheets')} ${plural(n, 'was', 'were')} left out.`,
  hiddenCells: () => sentence`Hidden rows and columns were left out.`,
  hiddenSlides: (n) =>
    sentence`${plural(n, '# hidden slide', '# hidden slides')} ${plural(n, 'was', 'were')} left out.`,
  notes: (n) => sentence`Speaker notes of ${plural(n, '# slide', '# slides')} were left out.`,
  phonetics: (n) => sentence`Phonetic guides of ${plural(n, '# cell', '# cells')} were left out.`,
  drawings: (n) =>
    sentence`${plural(n, '# drawing', '# drawings')} without text ${plural(n, 'was', 'were')} left out.`,
  linkedImages: (n) =>
    sentence`${plural(n, '# linked image', '# linked images')} outside the file ${plural(n, 'was', 'were')} left out.`,
  macros: () => sentence`Macros were removed.`,
} satisfies Record<string, (n: number) => Sentence>

export type Loss = keyof typeof SENTENCES

/** Counts losses during a conversion and reports them as sentences. */
export class Losses {
  readonly #counts = new Map<Loss, number>()

  add(loss: Loss, count = 1): void {
    if (count > 0) this.#counts.set(loss, (this.#counts.get(loss) ?? 0) + count)
  }

  sentences(): Sentence[] {
    return [...this.#counts].map(([loss, n]) => SENTENCES[loss](n))
  }
}
