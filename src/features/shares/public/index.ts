export type { ReaderProps } from './reader-props.ts'
export { SharePage as Landing } from './share-page.tsx'
export { firstView, tokenIn } from './view.ts'
