import { type PDFDict, type PDFDocument, PDFHexString, PDFName, PDFNumber, PDFString } from '@cantoo/pdf-lib'
import { EngineFailure } from '../../../kernel/engine.ts'
import { sentence } from '../../../kernel/sentence.ts'
import { arrayAt } from '../form/objects.ts'
import { pagesOf } from '../form/pages.ts'
import { readForm } from '../form/tree.ts'
import { Changes } from '../save/changes.ts'
import { writeBehind } from '../save/write.ts'
import type { SignaturePlaceholder } from './find-placeholder.ts'

export interface SealWords {
  /** The signer's name. */
  name: string
  reason: string
  at: Date
}

/** A file with a signature placeholder. */
export interface WithRoom extends SignaturePlaceholder {
  bytes: Buffer
}

/** Larger than any offset in a file. */
const WIDE = 9_999_999_999
/** Print and Locked. */
const FLAGS = 132
const n = PDFName.of

/**
 * Appends a signature field with a placeholder of the given size and its byte ranges as an
 * incremental update (ISO 32000-1, 12.8; ETSI EN 319 142-1). Filling the placeholder changes
 * nothing else. `changes` are pending changes, written in the same update.
 * @throws `source_damaged` if the file can't be updated incrementally
 */
export async function reserveSignaturePlaceholder(
  file: Uint8Array,
  document: PDFDocument,
  { name, reason, at }: SealWords,
  room: number,
  changes = new Changes(document),
): Promise<WithRoom> {
  const { context, catalog } = document
  const signature = context.register(
    context.obj({
      Type: 'Sig',
      Filter: 'Adobe.PPKLite',
      SubFilter: 'ETSI.CAdES.detached',
      ByteRange: [0, WIDE, WIDE, WIDE],
      Contents: PDFHexString.of('0'.repeat(2 * room)),
      Name: PDFHexString.fromText(name),
      Reason: PDFHexString.fromText(reason),
      M: PDFString.fromDate(at),
    }),
  )
  const [page] = pagesOf(document)
  if (!page) throw unsealable()
  const field = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      F: FLAGS,
      Rect: [0, 0, 0, 0],
      P: page.ref,
      V: signature,
      T: PDFString.of(freeName(document)),
    }),
  )
  // Copies an indirect annotation list, since other pages may share it.
  page.dict.set(n('Annots'), context.obj([...(arrayAt(page.dict, 'Annots')?.asArray() ?? []), field]))
  changes.touch(page.ref)
  const form = readForm(document)
  const acroForm: PDFDict = form.acroForm ?? context.obj({})
  acroForm.set(n('Fields'), context.obj([...(arrayAt(acroForm, 'Fields')?.asArray() ?? []), field]))
  // SignaturesExist and AppendOnly.
  acroForm.set(n('SigFlags'), PDFNumber.of(3))
  if (form.acroForm && form.owner) changes.touch(form.owner)
  else {
    if (!form.acroForm) catalog.set(n('AcroForm'), acroForm)
    changes.touchCatalog()
  }
  const written = await writeBehind(file, document, changes)
  if (!written) throw unsealable()
  return withRanges(Buffer.from(written), file.length, room)
}

/** Fills in the byte ranges: everything except the placeholder. */
function withRanges(bytes: Buffer, behind: number, room: number): WithRoom {
  const open = `<${'0'.repeat(2 * room)}>`
  const from = bytes.indexOf(open, behind, 'latin1')
  const ranges = bytes.indexOf('/ByteRange', behind, 'latin1')
  const end = bytes.indexOf(']', ranges, 'latin1') + 1
  if (from < 0 || ranges < 0 || end === 0) throw unsealable()
  const to = from + open.length
  const said = `/ByteRange [ 0 ${from} ${to} ${bytes.length - to} ]`
  bytes.write(said.padEnd(end - ranges, ' '), ranges, 'latin1')
  return { bytes, from, to }
}

function freeName(document: PDFDocument): string {
  const taken = new Set(readForm(document).fields.map((field) => field.name))
  for (let at = 1; ; at++) if (!taken.has(`Seal ${at}`)) return `Seal ${at}`
}

const unsealable = () =>
  new EngineFailure(
    'source_damaged',
    sentence`The PDF cannot be sealed as it is. Repair it first, then try again.`,
  )
