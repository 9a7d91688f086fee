/** Loaded only in mode `mock`, to develop the dashboard without a server. */
export { startMock } from '../tests/mock-api/browser.ts'
