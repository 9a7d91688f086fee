import { type Qpdf, rewrite } from './qpdf.ts'

/** A PDF object in qpdf's JSON: names `/Name`, references `3 0 R`, strings `u:…` or `b:…`. */
export type Value = string | number | boolean | null | Value[] | { [key: string]: Value }
export type Dictionary = { [key: string]: Value }

/** The top level of a PDF's structure. */
export interface Structure {
  catalog: Dictionary
  trailer: Dictionary
  /** The document information: title, author and so on. */
  info: Dictionary
  /** References of its pages, in order. */
  pages: string[]
  /** The number of the next new object. */
  next: number
}

interface Dump {
  pages?: { object: string }[]
  qpdf: [{ maxobjectid: number }, Record<string, { value?: Value; stream?: { dict: Dictionary } }>]
}

/** Reads a PDF's trailer, catalog and page references. */
export async function readStructure(qpdf: Qpdf, bytes: Uint8Array): Promise<Structure> {
  const read = async (...wanted: string[]): Promise<Dump> => {
    const keys = ['qpdf', ...(wanted.length === 1 ? ['pages'] : [])].map((key) => `--json-key=${key}`)
    const objects = wanted.map((object) => `--json-object=${object}`)
    const json = await rewrite(qpdf, ['--json=2', ...keys, ...objects, '/source.pdf', '/result.pdf'], {
      'source.pdf': bytes,
    })
    return JSON.parse(Buffer.from(json).toString('utf8')) as Dump
  }
  const first = await read('trailer')
  const trailer = first.qpdf[1].trailer?.value as Dictionary
  const root = String(trailer['/Root'])
  const named = [root, trailer['/Info']].filter((one) => typeof one === 'string')
  const second = await read('trailer', ...named.map((one) => one.split(' ').slice(0, 2).join(',')))
  const dictionary = (value: Value | undefined): Dictionary => {
    const found = typeof value === 'string' ? second.qpdf[1][`obj:${value}`]?.value : value
    return typeof found === 'object' && found !== null && !Array.isArray(found) ? found : {}
  }
  return {
    trailer,
    catalog: dictionary(root),
    info: dictionary(trailer['/Info']),
    pages: (first.pages ?? []).map(({ object }) => object),
    next: first.qpdf[0].maxobjectid + 1,
  }
}

/**
 * Writes the PDF with the catalog and trailer of `structure`, and with new `objects` by reference.
 */
export async function writeStructure(
  qpdf: Qpdf,
  bytes: Uint8Array,
  structure: Structure,
  objects: Record<string, Value> = {},
  args: readonly string[] = [],
): Promise<Uint8Array> {
  // The trailer may be a cross-reference stream's dictionary, whose other keys describe a stream
  // that no longer exists.
  const kept = ['/Root', '/Info', '/ID', '/Size'].filter((key) => key in structure.trailer)
  const trailer = Object.fromEntries(kept.map((key) => [key, structure.trailer[key] ?? null]))
  const entries = Object.entries({ [String(trailer['/Root'])]: structure.catalog, ...objects })
  const update = {
    qpdf: [
      {
        jsonversion: 2,
        pdfversion: '1.7',
        pushedinheritedpageresources: false,
        calledgetallpages: false,
        maxobjectid: structure.next,
      },
      {
        ...Object.fromEntries(entries.map(([ref, value]) => [`obj:${ref}`, { value }])),
        trailer: { value: trailer },
      },
    ],
  }
  return await rewrite(qpdf, ['--update-from-json=/update.json', ...args, '/source.pdf', '/result.pdf'], {
    'source.pdf': bytes,
    'update.json': Buffer.from(JSON.stringify(update)),
  })
}

/** A string for qpdf's JSON as bytes: a PDF string may have lone surrogates, JSON text may not. */
export const text = (value: string): string =>
  `b:feff${Buffer.from(value, 'utf16le').swap16().toString('hex')}`
