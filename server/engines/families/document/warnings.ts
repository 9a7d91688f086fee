type Warning = { type?: string; message?: string; pretty?: string }

/** What the clean-up filter and pandoc itself report, for a person; `n` is how often it happened. */
const SENTENCES: [pattern: RegExp, sentence: (n: number) => string][] = [
  [/filewright:blank/, () => 'The result is blank: the document has nothing that this format can show.'],
  [
    /missing-picture/,
    (n) => `${count(n, 'picture')} could not be found inside the file and ${was(n)} left out.`,
  ],
  [
    /foreign-picture/,
    (n) =>
      `${count(n, 'picture')} in a format that cannot be placed (such as EMF or TIFF) ${was(n)} left out.`,
  ],
  [/inner-picture/, (n) => `${count(n, 'picture')} ${was(n)} left out, since this format holds text only.`],
  [/unsafe-link/, (n) => `${count(n, 'link')} that could run a program ${was(n)} turned into plain text.`],
  [/CouldNotFetchResource/, (n) => `${count(n, 'linked file')} could not be found and ${was(n)} left out.`],
  [
    /CouldNotLoadIncludeFile/,
    (n) => `${count(n, 'included file')} could not be read and ${was(n)} left out.`,
  ],
  [
    /CouldNotConvertTeXMath|could not convert TeX math/i,
    (n) => `${count(n, 'formula')} could not be set and ${was(n)} kept as source text.`,
  ],
  [
    /SkippedContent|CouldNotParse|InlineNotRendered|BlockNotRendered|Not rendering|ParsingUnescaped/,
    (n) =>
      `${count(n, 'part')} of the document ${n === 1 ? 'has' : 'have'} no counterpart in this format and ${was(n)} left out.`,
  ],
  [
    /UndefinedToggle|DocxParserWarning|ParsingTrailing/,
    () => 'Some formatting of the source was not understood and was left out.',
  ],
]

/** Pandoc's warnings and the filter's, counted and put into plain sentences; the rest is of no use to a person. */
export function plainWords(warnings: readonly Warning[]): string[] {
  const counted = new Map<number, number>()
  for (const warning of warnings) {
    const text = `${warning.type ?? ''} ${warning.message ?? ''} ${warning.pretty ?? ''}`
    const index = SENTENCES.findIndex(([pattern]) => pattern.test(text))
    if (index >= 0) counted.set(index, (counted.get(index) ?? 0) + 1)
  }
  return [...counted].map(([index, n]) => SENTENCES[index]?.[1](n) ?? '')
}

function count(n: number, word: string): string {
  return `${n} ${word}${n === 1 ? '' : 's'}`
}

function was(n: number): string {
  return n === 1 ? 'was' : 'were'
}
