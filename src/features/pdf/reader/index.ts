export { PdfReader as PdfDesk } from './pdf-reader.tsx'
export { PdfStart } from './start.tsx'
export { useTakenPdf } from './taken.tsx'
export { type Panes, usePanes } from './use-panes.ts'
