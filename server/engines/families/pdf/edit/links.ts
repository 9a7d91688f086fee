import { type PDFArray, PDFDict, PDFDocument, PDFName, type PDFObject } from '@cantoo/pdf-lib'
import { nameAt } from '../form/objects.ts'
import { annotationsOf, pagesOf } from '../form/pages.ts'
import { rewrite } from '../qpdf.ts'
import type { Edited, PdfToolkit, Source } from '../toolkit.ts'
import { flattenPdf } from './flatten.ts'

const ANNOTATIONS = PDFName.of('Annots')
/** The page key that holds links while their pages are flattened. */
const ASIDE = PDFName.of('FilewrightLinks')

/** Like `flattenPdf`, but links stay active; they have no appearance of their own. */
export async function flattenKeepingLinks(toolkit: PdfToolkit, source: Source): Promise<Edited> {
  const aside = await setAside(source.bytes)
  const flat = await flattenPdf(toolkit, aside ? { ...source, bytes: aside } : source)
  return aside ? { ...flat, bytes: await putBack(toolkit, flat.bytes) } : flat
}

/** Null if there are no links, or if the objects are unreadable. */
async function setAside(bytes: Uint8Array): Promise<Uint8Array | null> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false }).catch(() => null)
  if (!document) return null
  let any = false
  for (const page of pagesOf(document)) {
    // Removes an entry that the file itself has under this key.
    page.dict.delete(ASIDE)
    const links = annotationsOf(page).filter(({ dict }) => nameAt(dict, 'Subtype') === 'Link')
    if (links.length === 0) continue
    any = true
    const list: PDFObject[] = links.map(({ dict, ref }) => ref ?? dict)
    page.dict.set(ASIDE, document.context.obj(list as never))
  }
  return any ? await document.save({ updateFieldAppearances: false, addDefaultPage: false }) : null
}

async function putBack(toolkit: PdfToolkit, bytes: Uint8Array): Promise<Uint8Array> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  for (const { dict } of pagesOf(document)) {
    const links = dict.get(ASIDE)
    if (!links) continue
    dict.delete(ASIDE)
    dict.set(ANNOTATIONS, links)
    forgetPages(dict.lookup(ANNOTATIONS) as PDFArray)
  }
  const saved = await document.save({ updateFieldAppearances: false, addDefaultPage: false })
  return await rewrite(toolkit.qpdf, ['--object-streams=generate', '/source.pdf', '/result.pdf'], {
    'source.pdf': saved,
  })
}

/** Removes /P, since the page may be another object now. */
function forgetPages(links: PDFArray): void {
  for (let index = 0; index < links.size(); index++) {
    const link = links.lookup(index)
    if (link instanceof PDFDict) link.delete(PDFName.of('P'))
  }
}
