export { ApiKeys, NewKeyButton } from './api-keys.tsx'
export { AREA_WORDS, SCOPE_WORDS } from './scope-labels.ts'
