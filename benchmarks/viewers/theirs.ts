import { GlobalWorkerOptions, getDocument, version } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { EventBus, PDFLinkService, PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs'
import { file, onFirst } from './seen.ts'
import 'pdfjs-dist/web/pdf_viewer.css'
import './viewers.css'

GlobalWorkerOptions.workerSrc = workerUrl
const FILES = `${import.meta.env.BASE_URL}assets/pdf-${version}/`

const eventBus = new EventBus()
const linkService = new PDFLinkService({ eventBus })
const container = document.getElementById('box') as HTMLDivElement
const viewer = new PDFViewer({ container, eventBus, linkService })
linkService.setViewer(viewer)
eventBus.on('pagesinit', () => {
  viewer.currentScaleValue = 'auto'
})
eventBus.on('pagerendered', ({ pageNumber }: { pageNumber: number }) => {
  if (pageNumber === 1) onFirst(container)
})
const pdf = await getDocument({
  url: file,
  cMapUrl: `${FILES}cmaps/`,
  standardFontDataUrl: `${FILES}standard_fonts/`,
  wasmUrl: `${FILES}wasm/`,
}).promise
viewer.setDocument(pdf)
linkService.setDocument(pdf)
