export { PdfDesk } from './desk.tsx'
export { PdfStart } from './start.tsx'
export { useTakenPdf } from './taken.tsx'
export { type Panes, usePanes } from './use-panes.ts'
