export { FAMILY_WORDS } from './family-words.ts'
