export { SigningPage } from './signing-page.tsx'
export { tokenIn } from './token-in.ts'
