import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { build, type Plugin } from 'vite'
import { ASIAN_FONTS, OTHER_WIDTHS, STANDARD_FONTS } from './viewer-fonts.ts'

/**
 * From here on a list of pages is believed: shorter ones are read through, so that a damaged entry
 * in them is found at once.
 */
const LONG = 100

/**
 * A font that is not in the file is sought on the device. Where it is of an Asian order (or,
 * without one, has such letters), the last place to look is one of ours: fetched only where the
 * device has none of those named before it.
 */
const ASIAN = `
const ASIAN=${JSON.stringify(ASIAN_FONTS)};
function addAsian(font,{cidSystemInfo,composite,toUnicode},folder){
  const info=font.systemFontInfo;
  if(!font.missingFile||!info||!folder||!composite||info.src.includes(folder))return;
  let order=cidSystemInfo?.ordering;
  if(!ASIAN[order]&&toUnicode instanceof ToUnicodeMap){
    let text="";
    toUnicode.forEach((_,code)=>{if(text.length<4000)text+=String.fromCodePoint(code)});
    order=/[\\u3040-\\u30ff]/.test(text)?"Japan1":/[\\uac00-\\ud7af]/.test(text)?"Korea1":/[\\u4e00-\\u9fff]/.test(text)?"GB1":"";
  }
  const ours=ASIAN[order];
  if(ours)info.src+=ours.local.map(name=>",local("+name+")").join("")+",url("+folder+ours.file+")";
}
`.replaceAll(/\n\s*/g, '')

/** The standard fonts that a device has not, or not with their widths, are ours too. */
const STANDARD = `
for(const [name,path] of Object.entries(${JSON.stringify(STANDARD_FONTS)}))substitutionMap.get(name).path=path;
for(const {local} of substitutionMap.values()){
  if(local)local.splice(0,local.length,...local.filter(name=>!${JSON.stringify(OTHER_WIDTHS)}.includes(name)));
}
`.replaceAll(/\n\s*/g, '')

/**
 * Methods of the worker's `Catalog`. Its names at the top level are the library's own, also in the
 * small build.
 */
const METHODS = `
#lists=new WeakMap;
#listOf(kids,count){
  if(count!==kids.length||!(this.toplevelPagesDict.getRaw("Count")>=${LONG}))return null;
  let places=this.#lists.get(kids);
  if(places===undefined){
    places=new Map;
    for(const kid of kids){
      if(!(kid instanceof Ref)||places.has(kid.toString())){places=null;break}
      places.set(kid.toString(),places.size);
    }
    this.#lists.set(kids,places);
  }
  return places;
}
async #listed(kids,count,place,visited){
  if(!this.#listOf(kids,count))return null;
  const ref=kids[place];
  if(!ref||visited.has(ref))return null;
  const page=await this.xref.fetchAsync(ref);
  if(!(page instanceof Dict)||!isName(page.getRaw("Type"),"Page")||page.has("Kids"))return null;
  this.pageKidsCountCache.put(ref,1);
  return[page,ref];
}
#placeOf(kids,count,ref){return this.#listOf(kids,count)?.get(ref.toString())}
`.replaceAll(/\n\s*/g, '')

/**
 * pdf.js finds a page by reading every page before it in the same list, and opens a file by finding
 * its last page: of a long file whose entries stand between its pages it reads all before it shows
 * the first. A list in a long file that has as many entries as it counts pages is believed instead:
 * the place in the list is the page, once that says that it is one.
 */
const CHANGES: [at: string, put: string, where: 'before' | 'after'][] = [
  ['  async getPageDict(pageIndex) {', METHODS, 'before'],
  [
    '      for (let last = kids.length - 1; last >= 0; last--) {',
    `      const leaf = await this.#listed(kids, count, pageIndex - currentPageIndex, visitedNodes);
      if (leaf) {
        if (!pageIndexCache.has(leaf[1])) pageIndexCache.put(leaf[1], pageIndex);
        return leaf;
      }
`,
    'before',
  ],
  [
    `      if (!Array.isArray(kids)) {
        throw new FormatError("Kids must be an array.");
      }
`,
    `      const place = this.#placeOf(kids, parent.getRaw("Count"), ref);
      if (place >= 0) {
        total += place;
        ref = parentRef;
        continue;
      }
`,
    'after',
  ],
  ['const fontAliases = new Map(', STANDARD, 'before'],
  ['class PartialEvaluator {', ASIAN, 'before'],
  [
    `        font.systemFontInfo = substitution;
      }
    }
`,
    '    addAsian(font, newProperties, this.options.standardFontDataUrl);\n',
    'after',
  ],
]

/**
 * Forms in XFA are never opened (`enableXfa`), and a comment's rich text is not shown: a seventh of
 * the program is for them.
 */
const XFA = ['class XFAFactory {', 'class AnnotationFactory {'] as const
const NO_XFA = 'class XFAFactory{isValid(){return!1}static getRichTextAsHtml(){return null}}'

/** @throws where the library is another than the changes were written for */
export function sparing(worker: string): string {
  const changed = CHANGES.reduce((code, [at, put, where]) => {
    const [before, after] = cut(code, at)
    return before + { before: put + at, after: at + put }[where] + after
  }, worker)
  return cut(changed, XFA[0])[0] + NO_XFA + XFA[1] + cut(changed, XFA[1])[1]
}

function cut(code: string, at: string): [before: string, after: string] {
  const [before, after, ...more] = code.split(at)
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`scripts/pdf-worker.ts was written for another pdf.js: "${at}" is not there once.`)
  return [before, after]
}

const path = createRequire(import.meta.url).resolve('pdfjs-dist/build/pdf.worker.mjs')
const changed = () => sparing(readFileSync(path, 'utf8'))

/** The worker as it is built: without what nothing leads to any more. */
export async function smallWorker(): Promise<string> {
  const entry = '\0worker.mjs'
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    plugins: [
      {
        name: 'worker-alone',
        resolveId: (source) => (source === entry ? source : null),
        load: (id) => (id === entry ? changed() : null),
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: {
        input: entry,
        preserveEntrySignatures: 'strict',
        treeshake: { propertyReadSideEffects: false },
      },
    },
  })
  const [one] = Array.isArray(result) ? result : [result]
  if (!one || !('output' in one)) throw new Error('the worker of pdf.js was not built')
  return one.output[0].code
}

const SUFFIX = '?sparing'
const WORKER = `pdfjs-dist/build/pdf.worker.min.mjs${SUFFIX}`
const IN_DEVELOPMENT = 'assets/pdf.worker.mjs'

/**
 * `import url from 'pdfjs-dist/build/pdf.worker.min.mjs?sparing'`: the address of the worker,
 * changed as told above.
 */
export function pdfWorker(): Plugin {
  let base = '/'
  return {
    name: 'pdf-worker',
    enforce: 'pre',
    configResolved: (config) => {
      base = config.base
    },
    resolveId: (source) => (source === WORKER ? `\0${source}` : null),
    async load(id) {
      if (id !== `\0${WORKER}`) return null
      if (this.environment.mode !== 'build') return `export default ${JSON.stringify(base + IN_DEVELOPMENT)}`
      const source = await smallWorker()
      const hash = createHash('sha256').update(source).digest('hex').slice(0, 8)
      const fileName = `assets/pdf.worker.min-${hash}.mjs`
      this.emitFile({ type: 'asset', fileName, source })
      return `export default ${JSON.stringify(base + fileName)}`
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${IN_DEVELOPMENT}`, (_request, response) => {
        response.setHeader('content-type', 'text/javascript').end(changed())
      })
    },
  }
}
