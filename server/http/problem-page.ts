import type { FastifyInstance } from 'fastify'
import { PROBLEM_DESCRIPTIONS } from '../../contract/problem-descriptions.ts'
import { PROBLEM_CODES, PROBLEMS, type ProblemCode } from '../../contract/problems.ts'
import { escapeHtml } from './escape-html.ts'

const DAY_SECONDS = 86_400

/** Serves a page per problem code, at the `type` URL of its problem document, and a list of all. */
export function serveProblemPages(app: FastifyInstance) {
  const pages = new Map(PROBLEM_CODES.map((code) => [code as string, problemPage(code)]))
  const list = problemList()
  const headers = { 'cache-control': `public, max-age=${DAY_SECONDS}` }
  app.get('/problems', (_request, reply) => reply.redirect('/problems/', 301))
  app.get('/problems/', (_request, reply) =>
    reply.headers(headers).type('text/html; charset=utf-8').send(list),
  )
  app.get<{ Params: { code: string } }>('/problems/:code', (request, reply) => {
    const page = pages.get(request.params.code)
    if (!page) return reply.callNotFound()
    return reply.headers(headers).type('text/html; charset=utf-8').send(page)
  })
}

function problemPage(code: ProblemCode): string {
  const { status, title } = PROBLEMS[code]
  const { cause, remedy } = PROBLEM_DESCRIPTIONS[code]
  return page(
    title,
    `<p class="meta"><code>${code}</code> · HTTP status ${status}</p>
    <h1>${escapeHtml(title)}</h1>
    <h2>Cause</h2>
    <p>${prose(cause)}</p>
    <h2>What to do</h2>
    <p>${prose(remedy)}</p>
    <p class="more"><a href="/problems/">All problems</a></p>`,
  )
}

function problemList(): string {
  const byStatus = Map.groupBy(PROBLEM_CODES, (code) => PROBLEMS[code].status)
  const groups = [...byStatus].map(
    ([status, codes]) => `<h2>HTTP status ${status}</h2>
    <ul>${codes
      .map(
        (code) =>
          `<li><a href="/problems/${code}"><code>${code}</code></a> ${escapeHtml(PROBLEMS[code].title)}</li>`,
      )
      .join('\n')}</ul>`,
  )
  return page(
    'Problems',
    `<h1>Problems</h1>
    <p>Every error of the API is a problem document (RFC 9457). Its <code>code</code> is one of these.</p>
    ${groups.join('\n')}`,
  )
}

/** Escapes text, and formats text in backticks as code. */
const prose = (text: string) => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')

const page = (title: string, body: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${escapeHtml(title)} · Filewright</title>
    <link rel="icon" href="/mark.svg" type="image/svg+xml">
    <style>${STYLE}</style>
  </head>
  <body>
    <main>
    ${body}
    </main>
  </body>
</html>
`

// The values of src/styles/tokens.css: this page is not part of the build.
const STYLE = `
  :root { --canvas: #f4f2ee; --surface: #fdfcfa; --line: #e0dcd5; --ink: #1f1b16; --soft: #504b43; --accent: #2646aa; --sunk: #ebe7e1 }
  @media (prefers-color-scheme: dark) {
    :root { --canvas: #151310; --surface: #1d1b17; --line: #302d28; --ink: #ebe7e0; --soft: #b8b4ac; --accent: #97b2f8; --sunk: #0d0b08 }
  }
  body { margin: 0; background: var(--canvas); color: var(--ink); font: 16px/1.5 "Instrument Sans Variable", system-ui, sans-serif }
  main { max-width: 40rem; margin: 4rem auto; padding: 2rem; background: var(--surface); border: 1px solid var(--line); border-radius: 8px }
  @media (max-width: 44rem) { main { margin: 0; min-height: 100vh; box-sizing: border-box; border: 0; border-radius: 0; padding: 1.5rem 1rem } }
  h1 { margin: 0 0 1.5rem; font-size: 1.75rem; line-height: 1.2; font-weight: 600; text-wrap: balance }
  h2 { margin: 1.5rem 0 .25rem; font-size: 1rem; font-weight: 600 }
  p, ul { margin: 0 0 1rem; color: var(--soft) }
  ul { padding: 0; list-style: none }
  li { padding: .25rem 0; overflow-wrap: anywhere }
  .meta { margin: 0 0 .5rem; font-size: .875rem }
  .more { margin: 2rem 0 0 }
  a { color: var(--accent) }
  a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
  code { padding: .1em .3em; background: var(--sunk); border-radius: 4px; font: .875em ui-monospace, monospace }
`
