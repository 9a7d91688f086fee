export { ROLE_SENTENCES, ROLE_WORDS, standingOf, VERIFICATION_WORDS } from './words.ts'
