import '@testing-library/jest-dom/vitest'
import { i18n } from '@lingui/core'
import { cleanup, configure, prettyDOM } from '@testing-library/react'
import { afterEach } from 'vitest'

i18n.loadAndActivate({ locale: 'en', messages: {} })
afterEach(cleanup)

configure({
  // What a test waits for may take longer than the usual second on a busy machine.
  asyncUtilTimeout: 10_000,
  getElementError,
})

/**
 * Prints the document where the message is read: a query that waits fails many times before it
 * succeeds.
 */
function getElementError(message: string | null, container: Element): Error {
  const error = new Error(message ?? '')
  error.name = 'TestingLibraryElementError'
  let text: string | null = null
  Object.defineProperty(error, 'message', {
    get: () => (text ??= [message, prettyDOM(container)].filter(Boolean).join('\n\n')),
  })
  return error
}
