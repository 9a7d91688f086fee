import { plural, type Sentence, sentence } from '../../kernel/sentence.ts'
/** What a page loses that is set by its content alone, without a browser. */
export function typesettingLosses(html: string): Sentence[] {
  const styled = /<style[\s>]|<link[^>]+stylesheet|\sstyle\s*=/i.test(html)
  return styled
    ? [sentence`The styles of the page were not applied: the PDF keeps its content, not its layout.`]
    : []
}

/** What a page loses that a browser prints; `blocked` counts the files that it wanted to load. */
export function printingLosses(html: string, blocked: number): Sentence[] {
  return [
    ...(/<script[\s>]/i.test(html) ? [sentence`The scripts of the page were not run.`] : []),
    ...(blocked > 0
      ? [
          sentence`${plural(blocked, '# linked file was', '# linked files were')} not loaded. Put images and styles into the page itself.`,
        ]
      : []),
  ]
}
