import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { focusManager, onlineManager } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { toast } from 'sonner'
import { afterAll, afterEach, vi } from 'vitest'
import { queryClient } from '../../src/api/query-client.ts'
import { settleNeededCredits } from '../../src/stores/needed-credits.ts'
import { settleStepUp } from '../../src/stores/step-up.ts'
import { cancelAllUploads } from '../../src/stores/uploads.ts'
import { Toaster } from '../../src/ui/toaster.tsx'
import { resetStores } from './zustand.ts'

/**
 * Files that run in one worker share its window and its modules: every test leaves both as it found
 * them.
 */
afterEach(() => {
  // Others wait for the answers, and for room in the queue.
  settleStepUp(false)
  settleNeededCredits(false)
  cancelAllUploads()
  dismissToasts()
  queryClient.clear()
  onlineManager.setOnline(true)
  focusManager.setFocused(undefined)
  clearStorage()
  // Some begin with what is stored, and subscribers of some store what they became.
  resetStores()
  clearStorage()
  history.replaceState(null, '', '/')
  document.body.replaceChildren()
})

/** What files put in where jsdom has nothing. */
const patched = [Element, HTMLElement, HTMLImageElement, Range]
  .map(({ prototype }): object => prototype)
  .concat(URL)
  .map((object) => ({ object, before: Object.getOwnPropertyDescriptors(object) }))

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  for (const { object, before } of patched) {
    for (const name of Reflect.ownKeys(object))
      if (!Object.hasOwn(before, name)) Reflect.deleteProperty(object, name)
    Object.defineProperties(object, before)
  }
})

/** Toasts without a Toaster wait for the next one, and sonner shows its own again. */
function dismissToasts(): void {
  render(
    <I18nProvider i18n={i18n}>
      <Toaster />
    </I18nProvider>,
  )
  cleanup()
  toast.dismiss()
}

function clearStorage(): void {
  localStorage.clear()
  sessionStorage.clear()
}
