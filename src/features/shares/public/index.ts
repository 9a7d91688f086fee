export { Landing } from './landing.tsx'
export type { ReaderProps } from './reader-props.ts'
export { firstView, tokenIn } from './view.ts'
