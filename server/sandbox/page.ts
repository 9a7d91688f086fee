import { fileURLToPath } from 'node:url'
import { escapeHtml } from '../http/escape-html.ts'

/** The typeface of the dashboard, which builds it under a name of its own. */
export const FONT = {
  path: '/sandbox/instrument-sans.woff2',
  file: fileURLToPath(
    import.meta.resolve('@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2'),
  ),
}

/** Text and fragments of HTML, put together: what is text is escaped. */
export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

type Part = string | number | Html | null | undefined | false | readonly Part[]

const markupOf = (part: Part): string =>
  part === null || part === undefined || part === false
    ? ''
    : part instanceof Html
      ? part.markup
      : Array.isArray(part)
        ? part.map(markupOf).join('')
        : escapeHtml(String(part))

export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(strings.map((text, at) => text + markupOf(parts[at])).join(''))

/** A page of the sandbox, marked as such. */
export const page = (title: string, body: Html): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>${escapeHtml(title)} · Filewright sandbox</title>
    <link rel="icon" href="/mark.svg" type="image/svg+xml">
    <style>${STYLE}</style>
  </head>
  <body>
    <header><p class="mode"><strong>Sandbox: test money</strong> No card is charged.</p></header>
    <main>
    ${body.markup}
    </main>
  </body>
</html>
`

export function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: currency.toUpperCase() })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

export const time = (seconds: number): string =>
  `${new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`

// The values of src/styles/tokens.css: these pages have no build of their own.
const STYLE = `
  @font-face { font-family: "Instrument Sans Variable"; src: url("${FONT.path}") format("woff2-variations"); font-weight: 400 700; font-display: swap }
  :root { --canvas: #f4f2ee; --surface: #fdfcfa; --line: #e0dcd5; --strong: #8d867b; --ink: #1f1b16; --soft: #504b43; --accent: #2646aa; --on-accent: #fff; --sunk: #ebe7e1; --warn: #7a5200; --warn-bg: #fbe9c9; --bad: #a62323 }
  @media (prefers-color-scheme: dark) {
    :root { --canvas: #151310; --surface: #1d1b17; --line: #302d28; --strong: #7a746a; --ink: #ebe7e0; --soft: #b8b4ac; --accent: #97b2f8; --on-accent: #10131c; --sunk: #0d0b08; --warn: #f0c070; --warn-bg: #3a2c12; --bad: #ff9a8f }
  }
  * { box-sizing: border-box }
  body { margin: 0; background: var(--canvas); color: var(--ink); font: 15px/1.5 "Instrument Sans Variable", system-ui, sans-serif }
  .mode { margin: 0; padding: .5rem 1rem; background: var(--warn-bg); color: var(--warn); text-align: center; font-size: 13px }
  main { max-width: 58rem; margin: 2rem auto; padding: 0 1rem }
  main.narrow, .narrow { max-width: 28rem; margin-inline: auto }
  h1 { margin: 0 0 .25rem; font-size: 1.75rem; line-height: 1.2; font-weight: 600; text-wrap: balance; overflow-wrap: anywhere }
  h2 { margin: 0 0 .75rem; font-size: 1.0625rem; font-weight: 600 }
  p { margin: 0 0 1rem; color: var(--soft); overflow-wrap: anywhere }
  .sheet { margin: 0 0 1rem; padding: 1.25rem; background: var(--surface); border: 1px solid var(--line); border-radius: 8px }
  .columns { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) }
  @media (max-width: 46rem) { .columns { grid-template-columns: minmax(0, 1fr) } main { margin: 1rem auto } }
  .sheet h1 { margin-bottom: .75rem }
  .amount { font-size: 2rem; font-weight: 600; color: var(--ink); font-variant-numeric: tabular-nums }
  label { display: block; margin: 0 0 .75rem; font-size: 13px; font-weight: 500 }
  input, select { display: block; width: 100%; height: 40px; margin-top: .25rem; padding: 0 .625rem; border: 1px solid var(--strong); border-radius: 6px; background: var(--surface); color: var(--ink); font: inherit }
  input[aria-invalid] { border-color: var(--bad) }
  .fault { display: block; margin-top: .25rem; color: var(--bad); font-weight: 400 }
  .row { display: grid; gap: .75rem; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) }
  button { min-height: 40px; padding: 0 1rem; border: 1px solid var(--strong); border-radius: 6px; background: var(--surface); color: var(--ink); font: inherit; font-weight: 500; cursor: pointer }
  button.primary { width: 100%; border-color: var(--accent); background: var(--accent); color: var(--on-accent) }
  a { color: var(--accent) }
  :is(a, button, input, select):focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
  table { width: 100%; border-collapse: collapse; font-size: 13px }
  th, td { padding: .5rem .5rem .5rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: anywhere }
  th { font-weight: 500; color: var(--soft) }
  td form { display: inline }
  td button { min-height: 32px; margin: 0 .25rem .25rem 0; padding: 0 .5rem; font-size: 13px }
  .cards button { display: flex; align-items: center; justify-content: space-between; gap: 1rem; width: 100%; margin: 0 0 .375rem; text-align: left; font-weight: 400; flex-wrap: wrap; padding-block: .375rem }
  .scroll { overflow-x: auto }
  code { font: .875em ui-monospace, monospace }
`
