export { SigningDesk } from './desk.tsx'
export { NewSigning } from './new-signing.tsx'
