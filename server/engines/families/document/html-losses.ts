/** What a page loses that is set by its content alone, without a browser. */
export function typesettingLosses(html: string): string[] {
  const styled = /<style[\s>]|<link[^>]+stylesheet|\sstyle\s*=/i.test(html)
  return styled ? ['The styles of the page were not applied: the PDF keeps its content, not its layout.'] : []
}

/** What a page loses that a browser prints; `blocked` counts the files that it wanted to load. */
export function printingLosses(html: string, blocked: number): string[] {
  const files = `${blocked} linked file${blocked === 1 ? ' was' : 's were'}`
  return [
    ...(/<script[\s>]/i.test(html) ? ['The scripts of the page were not run.'] : []),
    ...(blocked > 0 ? [`${files} not loaded. Put pictures and styles into the page itself.`] : []),
  ]
}
