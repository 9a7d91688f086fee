export { NewSigning } from './new-signing.tsx'
export { SigningEditor as SigningDesk } from './signing-editor.tsx'
