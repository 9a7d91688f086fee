export { ApiKeys, NewKeyButton } from './api-keys.tsx'
