import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import init, { type TypstCompiler, TypstCompilerBuilder } from '@myriaddreamin/typst-ts-web-compiler'
import { serve } from '../../kernel/child-serve.ts'
import { EngineFailure } from '../../kernel/engine.ts'
import { MODULES_FOLDER } from '../../kernel/packages.ts'
import { fontWarnings, scriptsIn } from '../../kernel/script-fonts.ts'
import { plural, type Sentence, sentence } from '../../kernel/sentence.ts'
import { BASE_FONTS, CJK_FONTS, familiesFor, hasCjk } from '../../kernel/shipped-fonts.ts'
import { type Pdfium, startPdfium, withPdf } from '../pdf/pdfium.ts'
import { typstString } from './typst-string.ts'

export interface TypstRequest {
  /** Name of the Typst source in `in`; if omitted, the source is `main.typ`. */
  input: string
  output: string
  /** Images: the source's names mapped to names in `in`. */
  names: Record<string, string>
  /** Typst code before the source. */
  preamble: string
}

/** A transparent pixel that replaces undecodable images. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

let base: TypstCompiler
/** The last compiler with additional fonts: an owner's documents usually share their scripts. */
let extended: { fonts: string; compiler: TypstCompiler } | null = null
let pdfium: Pdfium

async function compilerWith(fonts: readonly string[]): Promise<TypstCompiler> {
  const builder = new TypstCompilerBuilder()
  // The compiler has no file system or network; it sees only its inputs.
  builder.set_dummy_access_model()
  for (const font of fonts) await builder.add_raw_font(readFileSync(font))
  return builder.build()
}

/**
 * A compiler with the fonts of the text's scripts. Each holds its fonts in memory, so only the last
 * one is cached.
 */
async function compilerFor(text: string): Promise<TypstCompiler> {
  const files = [...(hasCjk(text) ? CJK_FONTS : []), ...scriptsIn(text).flatMap((script) => script.files)]
  if (files.length === 0) return base
  const fonts = files.join()
  if (extended?.fonts !== fonts) extended = { fonts, compiler: await compilerWith([...BASE_FONTS, ...files]) }
  return extended.compiler
}

type Compiled = { pdf: Uint8Array } | { problem: string }

function compile(compiler: TypstCompiler, source: string, images: Record<string, Uint8Array>): Compiled {
  compiler.reset_shadow()
  for (const [name, bytes] of Object.entries(images)) compiler.map_shadow(`/${name}`, bytes)
  compiler.add_source('/main.typ', source)
  // 2: diagnostics as text.
  const answer = compiler.compile('/main.typ', undefined, 'pdf', 2) as {
    result?: Uint8Array
    diagnostics?: unknown
  }
  return answer.result?.length
    ? { pdf: answer.result }
    : { problem: JSON.stringify(answer.diagnostics ?? '') }
}

await serve<TypstRequest>({
  async warm() {
    const wasm = join(
      MODULES_FOLDER,
      '@myriaddreamin/typst-ts-web-compiler/pkg/typst_ts_web_compiler_bg.wasm',
    )
    await init({ module_or_path: await WebAssembly.compile(readFileSync(wasm)) })
    base = await compilerWith(BASE_FONTS)
    compile(
      base,
      '#set text(font: "Noto Sans")\n= Warm\nA *first* page. $x^2$\n- one\n#table(columns: 2)[a][b]',
      {},
    )
    pdfium = await startPdfium()
  },

  async run(request, report) {
    report(sentence`Typesetting`, null)
    const source = readFileSync(join('in', request.input), 'utf8')
    const compiler = await compilerFor(source)
    const families = [...familiesFor(source), ...scriptsIn(source).map(({ family }) => family)]
    const fonts = families.map(typstString)
    const whole = `#set text(font: (${fonts.join(', ')}))\n${request.preamble}\n${source}`
    const images = Object.fromEntries(
      Object.entries(request.names).map(([name, file]) => [
        name,
        readFileSync(join('in', file)) as Uint8Array,
      ]),
    )
    const warnings: Sentence[] = []
    let compiled = compile(compiler, whole, images)
    if ('problem' in compiled && Object.keys(images).length > 0) {
      const replaced = replaceBroken(compiler, images)
      if (replaced > 0) {
        warnings.push(sentence`${plural(replaced, '# image was', '# images were')} damaged and left out.`)
        compiled = compile(compiler, whole, images)
      }
    }
    if ('problem' in compiled) {
      process.stderr.write(`${compiled.problem.slice(0, 2000)}\n`)
      throw new EngineFailure(
        'engine_failed',
        sentence`The document could not be set as pages. Try DOCX or HTML as the target, or simplify the part with tables or formulas.`,
      )
    }
    warnings.push(...fontWarnings(source))
    writeFileSync(join('out', request.output), compiled.pdf)
    return { files: [request.output], pages: countPages(compiled.pdf), warnings }
  },
})

/** Replaces images that Typst can't decode with an empty pixel; returns their number. */
function replaceBroken(compiler: TypstCompiler, images: Record<string, Uint8Array>): number {
  let replaced = 0
  for (const [name, bytes] of Object.entries(images)) {
    const alone = compile(compiler, `#image(${typstString(`/${name}`)})`, { [name]: bytes })
    if ('pdf' in alone) continue
    images[name] = PIXEL
    replaced += 1
  }
  return replaced
}

/** Counts pages with another program than the writer, which verifies the result. */
function countPages(bytes: Uint8Array): number {
  const pages = withPdf({ pdfium }, bytes, (document) => document.pages)
  if (pages === 0)
    throw new EngineFailure(
      'output_empty',
      sentence`The document has no pages. Check that it holds text or images.`,
    )
  return pages
}
