import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { render, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement, ReactNode } from 'react'
import { expect } from 'vitest'

/** Test helper: renders in the language provider, and returns a user to press and type. */
export function show(element: ReactElement) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <I18nProvider i18n={i18n}>{children}</I18nProvider>
  )
  return { user: userEvent.setup(), ...render(element, { wrapper }) }
}

/** Waits for the focus, which an effect moves after paint. */
export const expectFocus = (element: HTMLElement) => waitFor(() => expect(element).toHaveFocus())
