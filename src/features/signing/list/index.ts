export { Signing } from './signing.tsx'
export { SigningActions } from './signing-actions.tsx'
