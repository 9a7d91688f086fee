import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { configure, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { ApiError } from '../../src/api/errors.ts'
import { resetFollower } from '../../src/api/live.ts'
import { queryClient } from '../../src/api/query-client.ts'
import { routes } from '../../src/routes.tsx'
import { tellSignOut } from '../../src/stores/sign-out.ts'
import { MAREN } from '../mock-api/accounts.ts'
import { createDb, type Db, resetDb } from '../mock-api/db.ts'
import { sessionToken } from '../mock-api/identity.ts'
import { memoryJar, startMockServer } from '../mock-api/node.ts'
import { useNativeForms } from './native-forms.ts'

/**
 * The whole dashboard against the mock, from the address on, on a screen of so many rem. What jsdom
 * lacks (layout, media queries, image decoding) stands in here; anything about pixels is for the
 * browser's tests.
 */
export function withApp({ width = 120 }: { width?: number } = {}): {
  db: Db
  open: typeof open
  /** As somebody of the seeded ones. */
  signIn: (who?: { id: string }) => void
} {
  const db = createDb({ pace: 60 })
  const jar = memoryJar()
  let server: ReturnType<typeof startMockServer>
  let forgetSearch: () => void

  beforeAll(async () => {
    // A page's code is loaded, and transformed, when it is first opened; a busy machine takes its
    // time for it.
    configure({ asyncUtilTimeout: 20_000 })
    vi.setConfig({ testTimeout: 15_000 })
    forgetSearch = knowSearch()
    await useNativeForms()
    server = startMockServer({ db, jar })
    vi.stubGlobal('matchMedia', (query: string) => ({
      // A light, fine-pointed screen.
      matches: Number(/min-width: ([\d.]+)rem/.exec(query)?.[1]) <= width,
      addEventListener() {},
      removeEventListener() {},
    }))
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    )
    Object.assign(HTMLElement.prototype, { scrollTo() {}, scrollIntoView() {} })
    URL.createObjectURL = () => 'blob:thumb'
    URL.revokeObjectURL = () => {}
    HTMLImageElement.prototype.decode = () => Promise.resolve()
  })
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000)
  })
  afterEach(() => {
    resetFollower()
    // What a form keeps beside its page does not outlast a test.
    tellSignOut()
    queryClient.clear()
    resetDb(db)
    jar.clear()
  })
  afterAll(() => {
    server.close()
    forgetSearch()
  })

  return { db, open, signIn: (who = MAREN) => jar.set('session', sessionToken(who.id)) }
}

/**
 * jsdom does not know the element <search> yet, and React warns of what it takes for a misspelt
 * component.
 */
function knowSearch(): () => void {
  const { createElement } = document
  const create = createElement.bind(document)
  document.createElement = ((name: string, options?: ElementCreationOptions) =>
    create(name === 'search' ? 'section' : name, options)) as typeof document.createElement
  return () => {
    document.createElement = createElement
  }
}

/** As main.tsx: what the service refuses is shown in the page, and is no fault of the dashboard. */
function report(error: unknown): void {
  if (!(error instanceof ApiError)) console.error(error)
}

function open(path: string) {
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  const view = render(
    <I18nProvider i18n={i18n}>
      <RouterProvider router={router} onError={report} />
    </I18nProvider>,
    { onCaughtError: report },
  )
  return { router, user: userEvent.setup(), ...view }
}
