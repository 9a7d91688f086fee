import { plural, type Sentence, sentence } from '../../kernel/sentence.ts'

type Warning = { type?: string; message?: string; pretty?: string }

/** Sentences for messages of the clean-up filter and pandoc; `n` is the number of occurrences. */
const SENTENCES: [pattern: RegExp, sentence: (n: number) => Sentence][] = [
  [
    /filewright:blank/,
    () => sentence`The result is blank: the document has nothing that this format can show.`,
  ],
  [
    /missing-image/,
    (n) =>
      sentence`${plural(n, '# image', '# images')} could not be found inside the file and ${plural(n, 'was', 'were')} left out.`,
  ],
  [
    /foreign-image/,
    (n) =>
      sentence`${plural(n, '# image', '# images')} in a format that cannot be placed (such as EMF or TIFF) ${plural(n, 'was', 'were')} left out.`,
  ],
  [
    /inner-image/,
    (n) =>
      sentence`${plural(n, '# image', '# images')} ${plural(n, 'was', 'were')} left out, since this format holds text only.`,
  ],
  [
    /unsafe-link/,
    (n) =>
      sentence`${plural(n, '# link', '# links')} that could run a program ${plural(n, 'was', 'were')} turned into plain text.`,
  ],
  [
    /CouldNotFetchResource/,
    (n) =>
      sentence`${plural(n, '# linked file', '# linked files')} could not be found and ${plural(n, 'was', 'were')} left out.`,
  ],
  [
    /CouldNotLoadIncludeFile/,
    (n) =>
      sentence`${plural(n, '# included file', '# included files')} could not be read and ${plural(n, 'was', 'were')} left out.`,
  ],
  [
    /CouldNotConvertTeXMath|could not convert TeX math/i,
    (n) =>
      sentence`${plural(n, '# formula', '# formulas')} could not be set and ${plural(n, 'was', 'were')} kept as source text.`,
  ],
  [
    /SkippedContent|CouldNotParse|InlineNotRendered|BlockNotRendered|Not rendering|ParsingUnescaped/,
    (n) =>
      sentence`${plural(n, '# part', '# parts')} of the document ${plural(n, 'has', 'have')} no counterpart in this format and ${plural(n, 'was', 'were')} left out.`,
  ],
  [
    /UndefinedToggle|DocxParserWarning|ParsingTrailing/,
    () => sentence`Some formatting of the source was not understood and was left out.`,
  ],
]

/** Counts the warnings of pandoc and the filter and maps them to sentences; drops the rest. */
export function plainWords(warnings: readonly Warning[]): Sentence[] {
  const counted = new Map<number, number>()
  for (const warning of warnings) {
    const text = `${warning.type ?? ''} ${warning.message ?? ''} ${warning.pretty ?? ''}`
    const index = SENTENCES.findIndex(([pattern]) => pattern.test(text))
    if (index >= 0) counted.set(index, (counted.get(index) ?? 0) + 1)
  }
  return [...counted].flatMap(([index, n]) => SENTENCES[index]?.[1](n) ?? [])
}
