/** What of an archive is changed or left out, and the sentence about it; `n` is how many there are. */
const SENTENCES = {
  outside: (n) =>
    `${count(n, 'name')} that pointed outside the archive ${was(n)} shortened to stay inside it.`,
  reserved: (n) => `${count(n, 'name')} that not every system can store ${was(n)} changed.`,
  taken: (n) => `${count(n, 'file')} had the same name as another, and a number was added to it.`,
  nameless: (n) => `${count(n, 'entry', 'entries')} without a usable name ${was(n)} left out.`,
  links: (n) =>
    `${count(n, 'link')} that ${n === 1 ? 'leads' : 'lead'} outside the archive ${was(n)} left out.`,
  coveredLinks: (n) => `${count(n, 'link')} with files below ${n === 1 ? 'it' : 'them'} ${was(n)} left out.`,
  copies: (n) => `${count(n, 'hard link')} ${was(n)} replaced by a copy of the file.`,
  brokenLinks: (n) => `${count(n, 'hard link')} to a file that is not in the archive ${was(n)} left out.`,
  special: (n) => `${count(n, 'device or pipe', 'devices or pipes')} ${was(n)} left out.`,
  unprotected: () => 'The result is not password-protected.',
} satisfies Record<string, (n: number) => string>

export type ArchiveLoss = keyof typeof SENTENCES

/** Counts what an archive loses on its way, and says it in plain sentences. */
export class ArchiveLosses {
  readonly #counts = new Map<ArchiveLoss, number>()
  readonly #sentences: string[] = []

  add(loss: ArchiveLoss, count = 1): void {
    this.#counts.set(loss, (this.#counts.get(loss) ?? 0) + count)
  }

  say(sentence: string): void {
    this.#sentences.push(sentence)
  }

  sentences(): string[] {
    return [...this.#sentences, ...[...this.#counts].map(([loss, n]) => SENTENCES[loss](n))]
  }
}

const count = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`
const was = (n: number) => (n === 1 ? 'was' : 'were')
