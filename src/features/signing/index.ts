export { SessionActions } from './session-actions.tsx'
export { SessionDetail } from './session-detail.tsx'
export { Signing } from './signing.tsx'
export { SigningActions } from './signing-actions.tsx'
