import { plural, type Sentence, sentence } from '../../kernel/sentence.ts'

/** Kinds of lost or changed data with their sentence; `n` is the count. */
const SENTENCES = {
  outside: (n) =>
    sentence`${plural(n, '# name', '# names')} that pointed outside the archive ${plural(n, 'was', 'were')} shortened to stay inside it.`,
  reserved: (n) =>
    sentence`${plural(n, '# name', '# names')} that not every system can store ${plural(n, 'was', 'were')} changed.`,
  taken: (n) =>
    sentence`${plural(n, '# file', '# files')} had the same name as another, and a number was added to it.`,
  nameless: (n) =>
    sentence`${plural(n, '# entry', '# entries')} without a usable name ${plural(n, 'was', 'were')} left out.`,
  links: (n) =>
    sentence`${plural(n, '# link', '# links')} that ${plural(n, 'leads', 'lead')} outside the archive ${plural(n, 'was', 'were')} left out.`,
  coveredLinks: (n) =>
    sentence`${plural(n, '# link', '# links')} with files below ${plural(n, 'it', 'them')} ${plural(n, 'was', 'were')} left out.`,
  copies: (n) =>
    sentence`${plural(n, '# hard link', '# hard links')} ${plural(n, 'was', 'were')} replaced by a copy of the file.`,
  brokenLinks: (n) =>
    sentence`${plural(n, '# hard link', '# hard links')} to a file that is not in the archive ${plural(n, 'was', 'were')} left out.`,
  special: (n) =>
    sentence`${plural(n, '# device or pipe', '# devices or pipes')} ${plural(n, 'was', 'were')} left out.`,
  unprotected: () => sentence`The result is not password-protected.`,
} satisfies Record<string, (n: number) => Sentence>

export type ArchiveLoss = keyof typeof SENTENCES

/** Counts losses during a conversion and reports them as sentences. */
export class ArchiveLosses {
  readonly #counts = new Map<ArchiveLoss, number>()
  readonly #sentences: Sentence[] = []

  add(loss: ArchiveLoss, count = 1): void {
    this.#counts.set(loss, (this.#counts.get(loss) ?? 0) + count)
  }

  say(said: Sentence): void {
    this.#sentences.push(said)
  }

  sentences(): Sentence[] {
    return [...this.#sentences, ...[...this.#counts].map(([loss, n]) => SENTENCES[loss](n))]
  }
}
