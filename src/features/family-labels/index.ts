export { FAMILY_WORDS } from './family-labels.ts'
