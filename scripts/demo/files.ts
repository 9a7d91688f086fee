import { randomUUID } from 'node:crypto'
import { pdfOf } from '../pdf-of.ts'
import { demoImages } from './images.ts'
import { TEXTS } from './texts.ts'

/** A file to be converted, and into what. */
export interface DemoFile {
  name: string
  content: Buffer
  family: 'document' | 'image'
  target: string
  options?: Record<string, unknown>
  batch?: string
}

const TEXT_TARGETS: [name: string, targets: string[]][] = [
  ['Lease, 14 Harbour Row.md', ['pdf', 'docx', 'odt', 'html']],
  ['Minutes of the spring meeting.md', ['pdf', 'docx', 'rtf', 'epub']],
  ['Harbour survey 2026.md', ['pdf', 'html', 'latex', 'docx']],
  ['Recipes from the canteen.md', ['epub', 'pdf']],
  ['Vorvertrag Möwenweg 3.md', ['pdf', 'docx']],
  ['契約書 草案.md', ['pdf']],
  ['House rules.html', ['pdf', 'docx', 'md', 'txt']],
  ['Newsletter June.html', ['pdf', 'epub', 'md']],
  ['Rents by quarter.csv', ['html', 'md', 'docx']],
  ['Inventory of the boat house.csv', ['html', 'pdf']],
  ['Letter to the council.txt', ['pdf', 'docx']],
  ['Handover protocol.rst', ['html', 'pdf']],
  ['Talk about tides.org', ['docx', 'md']],
]

const IMAGE_TARGETS: [name: string, targets: string[], options?: Record<string, unknown>][] = [
  ['Harbour at dusk.jpg', ['webp', 'avif', 'png']],
  ['Harbour at dusk.jpg', ['webp', 'jpg'], { width: 800 }],
  ['Floor plan, first floor.png', ['webp', 'jpg', 'avif', 'tiff']],
  ['Floor plan, first floor.png', ['png'], { rotate: 90 }],
  ['Mark, transparent.png', ['webp', 'gif', 'avif']],
  ['Poster for the regatta.webp', ['png', 'jpg', 'avif']],
  ['Poster, for the printer.tiff', ['jpg', 'webp']],
  ['Mark.svg', ['png', 'webp'], { width: 1200 }],
]

/** Sound files with their targets. */
export async function soundFiles(): Promise<DemoFile[]> {
  const documents = TEXT_TARGETS.flatMap(([name, targets]) =>
    targets.map((target) => ({
      name,
      content: Buffer.from(TEXTS[name] ?? ''),
      family: 'document' as const,
      target,
    })),
  )
  const drawn = await demoImages()
  const batch = randomUUID() // the images of one evening, converted in one go
  const images = IMAGE_TARGETS.flatMap(([name, targets, options]) =>
    targets.map((target) => ({
      name,
      content: drawn[name] ?? Buffer.alloc(0),
      family: 'image' as const,
      target,
      ...(options && { options }),
      ...(name.startsWith('Floor') && { batch }),
    })),
  )
  // Each kind among the other, as people's work is, and what is of one file together.
  return [...documents, ...images].sort(
    (a, b) => (a.name.length % 7) - (b.name.length % 7) || a.name.localeCompare(b.name),
  )
}

/** Files that are not as they should be, and end as failures with a reason. */
export async function unsoundFiles(docx: Buffer): Promise<DemoFile[]> {
  const drawn = await demoImages()
  const cut = (bytes: Buffer | undefined, share: number) =>
    (bytes ?? Buffer.alloc(0)).subarray(0, Math.floor((bytes?.length ?? 0) * share))
  return [
    {
      name: 'Photo from the old phone.jpg',
      content: cut(drawn['Harbour at dusk.jpg'], 0.4),
      family: 'image',
      target: 'webp',
    },
    {
      name: 'Scan, page 2.png',
      content: cut(drawn['Floor plan, first floor.png'], 0.5),
      family: 'image',
      target: 'jpg',
    },
    { name: 'Lease, from the mail.docx', content: cut(docx, 0.6), family: 'document', target: 'pdf' },
    { name: 'Bank statement.pdf', content: lockedPdf(), family: 'document', target: 'txt' },
    {
      name: 'Empty page.html',
      content: Buffer.from('<html><body>   </body></html>'),
      family: 'document',
      target: 'txt',
    },
  ]
}

/** What takes long enough to be stopped on the way. */
export function longFile(): DemoFile {
  const text = TEXTS['Minutes of the spring meeting.md'] ?? ''
  return {
    name: 'All minutes since 1974.md',
    content: Buffer.from(text.repeat(400)),
    family: 'document',
    target: 'pdf',
  }
}

/** A PDF that says of itself that it needs a password; nobody has it. */
function lockedPdf(): Buffer {
  const unknown = '<28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a>'
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
    `<< /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O ${unknown} /U ${unknown} >>`,
  ]
  const id = '<0123456789abcdef0123456789abcdef>'
  return Buffer.from(pdfOf(objects, `/Encrypt 4 0 R /ID [${id} ${id}] `), 'latin1')
}
