/**
 * Plain text as a pandoc document in JSON: pandoc has no reader for it, and any other reader would take characters for
 * markup. A paragraph per block between blank lines, line breaks kept; leading spaces survive as no-break spaces.
 */
export function plainTextDocument(text: string): string {
  const paragraphs = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n|\f/)
    .map((paragraph) => paragraph.replace(/^\n+|\s+$/g, ''))
    .filter((paragraph) => paragraph !== '')
  const blocks = paragraphs.map((paragraph) => ({
    t: 'Para',
    c: paragraph
      .split('\n')
      .flatMap((line, index) => (index === 0 ? words(line) : [{ t: 'LineBreak' }, ...words(line)])),
  }))
  return JSON.stringify({ 'pandoc-api-version': [1, 23, 1], meta: {}, blocks })
}

type Inline = { t: 'Space' | 'LineBreak' } | { t: 'Str'; c: string }

/** Words and single spaces, so that writers may wrap; runs of spaces and tabs carry meaning and stay. */
function words(line: string): Inline[] {
  const indented = line.replace(/\t/g, '    ').replace(/^ +| {2,}/g, (run) => '\u00a0'.repeat(run.length))
  return indented.split(' ').flatMap((word, index): Inline[] => {
    const text: Inline[] = word === '' ? [] : [{ t: 'Str', c: word }]
    return index === 0 ? text : [{ t: 'Space' }, ...text]
  })
}
