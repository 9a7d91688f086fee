export { Landing } from './landing.tsx'
export { firstView, tokenIn } from './view.ts'
