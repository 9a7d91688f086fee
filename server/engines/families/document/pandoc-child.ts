import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serve } from '../../kernel/child-serve.ts'
import { DEFAULT_LIMITS } from '../../kernel/limits.ts'
import type { StepResult } from '../../kernel/protocol.ts'
import { sentence } from '../../kernel/sentence.ts'
import { type PreparedDocument, prepareOffice } from '../ooxml/prepare.ts'
import { keepTitlePage } from './epub-title-page.ts'
import { typesettingLosses } from './html-losses.ts'
import { loadPandoc, type Pandoc } from './pandoc.ts'
import { emptyResult, readText, refusal } from './pandoc-source.ts'
import { unicodeRtf } from './rtf-text.ts'
import { plainWords } from './warnings.ts'

export interface PandocRequest {
  /** The source's name in `in`. */
  input: string
  /** The source format for messages; `text` if its bytes need decoding. */
  label: string
  text: boolean
  /** The reader; `plain` is plain text, for which pandoc has none. */
  from: string
  /** The canonical target format, for the clean-up filter; `pdf` if Typst follows. */
  target: string
  /** The file name in `out`. */
  output: string
  /** The maximum number of block elements from the start; all if omitted. */
  blocks?: number
  /** pandoc's options for this target: `to`, `standalone`, … */
  options: Record<string, unknown>
}

const FILTERS = ['clean-up.lua', 'metadata.lua']
const filters = Object.fromEntries(
  FILTERS.map((name) => [name, readFileSync(new URL(name, import.meta.url))]),
)
let pandoc: Pandoc

await serve<PandocRequest>({
  async warm() {
    pandoc = await loadPandoc()
    const source = new TextEncoder().encode(
      '# Warm\n\nA *first* document, with a [link](https://example.org).\n',
    )
    pandoc(
      callOptions(
        { from: 'markdown', text: true, target: 'html', options: { to: 'html5', standalone: true } },
        'warm.md',
      ),
      {
        'warm.md': source,
        ...filters,
      },
    )
  },

  async run(request, report) {
    report(sentence`Reading`, null)
    const path = join('in', request.input)
    const { from, name, files, warnings } =
      prepareOffice(path, { format: request.from, target: request.target }, DEFAULT_LIMITS) ??
      unprepared(request)
    report(sentence`Converting`, null)
    const answer = pandoc(callOptions({ ...request, from }, name), { ...files, ...filters })
    if (answer.stderr.startsWith('ERROR')) throw refusal(answer.stderr, request.label)
    const result = answer.files.result
    if (!result?.length) throw emptyResult()
    writeFileSync(join('out', request.output), result)
    const written: StepResult = {
      files: [request.output],
      warnings: [...warnings, ...plainWords(answer.warnings)],
    }
    if (request.target === 'pdf' && from === 'html')
      written.warnings.push(...typesettingLosses(new TextDecoder().decode(files[name])))
    if (request.target === 'pdf') Object.assign(written, writeMedia(answer.files, written.files))
    return written
  },
})

function callOptions(
  request: Pick<PandocRequest, 'from' | 'text' | 'target' | 'options' | 'blocks'>,
  input: string,
): Record<string, unknown> {
  return {
    from: request.from,
    'input-files': [input],
    'output-file': 'result',
    filters: FILTERS.map((path) => ({ type: 'lua', path })),
    metadata: {
      'filewright-target': request.target,
      // A blank office document is valid; a text without content is an error.
      'filewright-blank': request.text ? 'refused' : 'allowed',
      // Always set, to override the document's own metadata.
      'filewright-blocks': String(request.blocks ?? ''),
    },
    ...(request.target === 'pdf' ? { 'extract-media': 'media' } : {}),
    ...request.options,
  }
}

function unprepared(request: PandocRequest): PreparedDocument {
  const [from, name] = request.from === 'plain' ? ['json', 'source.json'] : [request.from, request.input]
  return { from, name, files: { [name]: readSource(request) }, warnings: [] }
}

function readSource(request: PandocRequest): Uint8Array {
  const path = join('in', request.input)
  if (request.from === 'rtf') return new TextEncoder().encode(unicodeRtf(readFileSync(path)))
  if (request.from === 'epub') return keepTitlePage(readFileSync(path))
  if (!request.text) return readFileSync(path)
  const text = readText(path, request.label, request.from)
  return new TextEncoder().encode(request.from === 'plain' ? plainTextDocument(text) : text)
}

/** Writes a document's images under generated names; the result maps the document's names. */
function writeMedia(files: Record<string, Uint8Array>, written: string[]): Pick<StepResult, 'names'> {
  const names: Record<string, string> = {}
  for (const [name, bytes] of Object.entries(files)) {
    if (!name.startsWith('media/')) continue
    const generated = `media-${Object.keys(names).length + 1}`
    writeFileSync(join('out', generated), bytes)
    names[name] = generated
    written.push(generated)
  }
  return { names }
}

/**
 * Converts plain text to pandoc's JSON, since pandoc has no reader for it and others would parse
 * markup. One paragraph per block between blank lines with its line breaks; leading spaces become
 * no-break spaces.
 */
function plainTextDocument(text: string): string {
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

/** Words and single spaces, so that writers may wrap; runs of spaces and tabs are preserved. */
function words(line: string): Inline[] {
  const indented = line.replace(/\t/g, '    ').replace(/^ +| {2,}/g, (run) => '\u00a0'.repeat(run.length))
  return indented.split(' ').flatMap((word, index): Inline[] => {
    const text: Inline[] = word === '' ? [] : [{ t: 'Str', c: word }]
    return index === 0 ? text : [{ t: 'Space' }, ...text]
  })
}
