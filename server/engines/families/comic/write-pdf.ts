import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PDFDocument, PDFName, type PDFRef, ReadingDirection } from '@cantoo/pdf-lib'
import { EngineFailure } from '../../kernel/engine.ts'
import type { Report, StepResult } from '../../kernel/protocol.ts'
import { plural, type Sentence, sentence } from '../../kernel/sentence.ts'
import { checkPages, type Page } from '../image/check-pages.ts'
import type { ComicInfo } from './comic-info.ts'
import { type PageImage, readPageImage } from './page-image.ts'

/** 72 points per inch, 96 pixels per inch. */
const POINTS_PER_PIXEL = 72 / 96
/** Maximum page side that readers support; ISO 32000-1, annex C.2. */
const LONGEST_SIDE = 14_400

interface Comic {
  /** Paths of the images in page order. */
  images: readonly string[]
  info: ComicInfo
  maxPixels: number
}

/**
 * Writes a comic as a PDF with pages in image size.
 * @throws `source_damaged` if no image is readable
 */
export async function writeComicPdf(comic: Comic, name: string, report: Report): Promise<StepResult> {
  const document = await PDFDocument.create()
  addMetadata(document, comic.info)
  const profiles = new Map<string, PDFRef>()
  const pages: Page[] = []
  let unreadable = 0
  let changed = 0
  for (const [index, path] of comic.images.entries()) {
    report(sentence`Converting page ${index + 1} of ${comic.images.length}`, index / comic.images.length)
    try {
      const pageImage = await readPageImage(path, comic.maxPixels)
      pages.push(addPage(document, pageImage, profiles))
      if (pageImage.changed) changed++
    } catch {
      unreadable++
    }
  }
  if (pages.length === 0) throw noImage()
  writeFileSync(join('out', name), await document.save())
  await checkPages(join('out', name), pages)
  return { files: [name], pages: pages.length, warnings: warningsOf(unreadable, changed) }
}

function addPage(document: PDFDocument, pageImage: PageImage, profiles: Map<string, PDFRef>): Page {
  const { width, height, channels, filter, bytes } = pageImage
  const scale = Math.min(POINTS_PER_PIXEL, LONGEST_SIDE / Math.max(width, height))
  const size = { width: width * scale, height: height * scale }
  const { context } = document
  const image = context.stream(bytes, {
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    BitsPerComponent: 8,
    ColorSpace: colorSpace(document, pageImage, profiles),
    Filter: filter,
    ...(filter === 'FlateDecode' && {
      DecodeParms: { Predictor: 15, Colors: channels, BitsPerComponent: 8, Columns: width },
    }),
  })
  const page = document.addPage([size.width, size.height])
  page.node.setXObject(PDFName.of('Image'), context.register(image))
  const drawing = context.flateStream(`q ${size.width} 0 0 ${size.height} 0 0 cm /Image Do Q`)
  page.node.addContentStream(context.register(drawing))
  return { ...size, image: { width, height } }
}

/** Images with the same profile share one color space. */
function colorSpace(document: PDFDocument, pageImage: PageImage, profiles: Map<string, PDFRef>) {
  const { channels, profile } = pageImage
  const device = channels === 1 ? 'DeviceGray' : 'DeviceRGB'
  if (!profile) return device
  const key = createHash('sha256').update(profile).digest('hex') + channels
  const { context } = document
  const known =
    profiles.get(key) ?? context.register(context.flateStream(profile, { N: channels, Alternate: device }))
  profiles.set(key, known)
  return ['ICCBased', known]
}

function addMetadata(
  document: PDFDocument,
  { title, authors, summary, language, rightToLeft }: ComicInfo,
): void {
  if (title) document.setTitle(title, { showInWindowTitleBar: true })
  if (authors) document.setAuthor(authors)
  if (summary) document.setSubject(summary)
  if (language) document.setLanguage(language)
  if (rightToLeft) document.catalog.getOrCreateViewerPreferences().setReadingDirection(ReadingDirection.R2L)
}

const noImage = () =>
  new EngineFailure(
    'source_damaged',
    sentence`None of the images in the comic could be read. Check that it opens elsewhere.`,
  )

function warningsOf(unreadable: number, changed: number): Sentence[] {
  return [
    ...(unreadable > 0
      ? [
          sentence`${plural(unreadable, '# image', '# images')} could not be read and ${plural(unreadable, 'was', 'were')} left out.`,
        ]
      : []),
    ...(changed > 0
      ? [
          sentence`${plural(changed, '# image', '# images')} that PDF can't hold ${plural(changed, 'as it is', 'as they are')} ${plural(changed, 'was', 'were')} converted to JPEG.`,
        ]
      : []),
  ]
}
