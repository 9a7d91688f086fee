import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { withApp } from '../../tests/component/app.tsx'
import { setUnauthenticatedHandler } from '../api/client.ts'

const { open } = withApp({ width: 100 })

/** Every 401 response: browsers log them, and some redirect to the sign-in page. */
const refused: string[] = []
const redirected = vi.fn()
beforeEach(() => {
  refused.length = 0
  redirected.mockClear()
  setUnauthenticatedHandler(redirected)
  const send = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (...given) => {
    const answer = await send(...given)
    if (answer.status === 401) refused.push(answer.url)
    return answer
  })
})
afterEach(() => setUnauthenticatedHandler(() => {}))

describe('a guest', () => {
  it.each([
    ['/', '/convert'],
    ['/convert', '/convert'],
    ['/history', '/history'],
  ])('opens %s without a refused request', async (path, end) => {
    const { router } = open(path)
    await screen.findByRole('heading', { level: 1 })
    await screen.findAllByRole('link', { name: 'Sign in' })
    await waitFor(() => expect(router.state.location.pathname).toBe(end))
    expect(refused).toEqual([])
    expect(redirected).not.toHaveBeenCalled()
  })

  it.each(['/storage', '/shares', '/signing', '/security', '/account', '/notifications', '/billing'])(
    'is led from %s to the sign-in page, with the way back, before anything is asked for',
    async (path) => {
      const { router } = open(path)
      await waitFor(() => expect(router.state.location.pathname).toBe('/sign-in'))
      expect(router.state.location.search).toBe(`?return=${encodeURIComponent(path)}`)
      expect(refused).toEqual([])
      expect(redirected).not.toHaveBeenCalled()
    },
  )
})
