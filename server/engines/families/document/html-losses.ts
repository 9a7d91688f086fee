import { plural, type Sentence, sentence } from '../../kernel/sentence.ts'
/** What a page loses if it is typeset by content, without a browser. */
export function typesettingLosses(html: string): Sentence[] {
  const styled = /<style[\s>]|<link[^>]+stylesheet|\sstyle\s*=/i.test(html)
  return styled
    ? [sentence`The styles of the page were not applied: the PDF keeps its content, not its layout.`]
    : []
}

/** What a page loses when a browser prints it; `blocked` counts the blocked requests. */
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
