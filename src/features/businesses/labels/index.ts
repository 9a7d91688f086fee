export { ROLE_SENTENCES, ROLE_WORDS, standingOf, VERIFICATION_WORDS } from './labels.ts'
