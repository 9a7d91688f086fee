export { PdfDesk } from './desk.tsx'
export { PdfStart } from './start.tsx'
export { useTakenPdf } from './taken.tsx'
