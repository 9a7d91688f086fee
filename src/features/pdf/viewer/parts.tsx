import { type Deferred, deferred, useDeferred } from '../../../ui/deferred.tsx'
import type { PdfBarProps } from './bar.tsx'
import type { PdfFindProps } from './find.tsx'
import type { PdfOutlineProps } from './outline.tsx'
import { PdfState } from './states.tsx'
import type { PdfThumbnailProps, PdfThumbnailsProps } from './thumbnails.tsx'
import type { PdfViewerProps } from './viewer.tsx'

/** Each part loads on first use, so pages without a PDF don't load them. */
const viewer = deferred(async () => (await import('./viewer.tsx')).Viewer)
const thumbnails = deferred(async () => (await import('./thumbnails.tsx')).Thumbnails)
const thumbnail = deferred(async () => (await import('./thumbnails.tsx')).Thumbnail)
const outline = deferred(async () => (await import('./outline.tsx')).Outline)
const find = deferred(async () => (await import('./find.tsx')).Find)
const bar = deferred(async () => (await import('./bar.tsx')).Bar)

function Later<P extends object>({ part, given }: { part: Deferred<P>; given: P }) {
  const Part = useDeferred(part, true)
  return Part && <Part {...given} />
}

/** A PDF's pages in a column, or its error state. It fills its container and scrolls itself. */
export function PdfViewer(props: PdfViewerProps) {
  // States other than open do not need the viewer's code.
  if (props.pdf.state !== 'open') return <PdfState open={props.pdf} />
  return <Later part={viewer} given={props} />
}

/** The pages as thumbnails: a column, or as many columns as fit. */
export const PdfThumbnails = (props: PdfThumbnailsProps) => <Later part={thumbnails} given={props} />

/** One page of an open file as a thumbnail. */
export const PdfThumbnail = (props: PdfThumbnailProps) => <Later part={thumbnail} given={props} />

/** The file's outline, or a message that it has none. */
export const PdfOutline = (props: PdfOutlineProps) => <Later part={outline} given={props} />

/** Searches the whole file: a field, the result count, and previous and next buttons. */
export const PdfFind = (props: PdfFindProps) => <Later part={find} given={props} />

/** Page, zoom and rotation at the bottom of the viewer. The container is positioned. */
export const PdfBar = (props: PdfBarProps) => <Later part={bar} given={props} />
