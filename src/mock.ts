/** Loaded in the mode `mock` only, so that the dashboard can be worked on without a server. */
export { startMock } from '../tests/mock-api/browser.ts'
