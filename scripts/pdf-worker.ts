import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

/** From here on a list of pages is believed: shorter ones are read through, so that a damaged entry in them is found at once. */
const LONG = 100

/** Methods of the worker's `Catalog`. Its names at the top level are the library's own, also in the small build. */
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
 * pdf.js finds a page by reading every page before it in the same list, and opens a file by finding its last page: of a long file
 * whose entries stand between its pages it reads all before it shows the first. A list in a long file that has as many
 * entries as it counts pages is believed instead: the place in the list is the page, once that says that it is one.
 */
const CHANGES: [at: string, put: string, where: 'before' | 'after'][] = [
  ['async getPageDict(e){', METHODS, 'before'],
  [
    'for(let e=h.length-1;e>=0;e--){const a=h[e];t.push(a);n===this.toplevelPagesDict&&',
    'const leaf=await this.#listed(h,c,e-l,a);if(leaf){i.has(leaf[1])||i.put(leaf[1],e);return leaf}',
    'before',
  ],
  [
    'if(!Array.isArray(l))throw new FormatError("Kids must be an array.");',
    'const place=this.#placeOf(l,o.getRaw("Count"),s);if(place>=0){n+=place;s=i;continue}',
    'after',
  ],
]

/** @throws where the library is another than the changes were written for */
export function sparing(worker: string): string {
  return CHANGES.reduce((code, [at, put, where]) => {
    const [before, after, ...more] = code.split(at)
    if (before === undefined || after === undefined || more.length > 0)
      throw new Error(`scripts/pdf-worker.ts does not know this version of pdf.js: "${at}" is not there once.`)
    return before + (where === 'before' ? put + at : at + put) + after
  }, worker)
}

const SUFFIX = '?sparing'
const path = createRequire(import.meta.url).resolve('pdfjs-dist/build/pdf.worker.min.mjs')

/** `import url from 'pdfjs-dist/build/pdf.worker.min.mjs?sparing'`: the address of the worker, changed as told above. */
export function pdfWorker(): Plugin {
  let code = ''
  let name = ''
  let base = '/'
  const prepare = () => {
    code ||= sparing(readFileSync(path, 'utf8'))
    name ||= `assets/pdf.worker.min-${createHash('sha256').update(code).digest('hex').slice(0, 8)}.mjs`
  }
  return {
    name: 'pdf-worker',
    enforce: 'pre',
    configResolved: (config) => {
      base = config.base
    },
    resolveId: (source) => (source === `pdfjs-dist/build/pdf.worker.min.mjs${SUFFIX}` ? `\0${source}` : null),
    load(id) {
      if (!id.startsWith('\0pdfjs-dist/') || !id.endsWith(SUFFIX)) return null
      prepare()
      if (this.environment.mode === 'build') this.emitFile({ type: 'asset', fileName: name, source: code })
      return `export default ${JSON.stringify(base + name)}`
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        prepare()
        if ((request.url ?? '').split('?')[0] !== base + name) return next()
        response.setHeader('content-type', 'text/javascript').end(code)
      })
    },
  }
}
