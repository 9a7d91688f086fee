import type { MouseEvent } from 'react'

/**
 * Discard goes once there is nothing to discard: the focus goes to the button beside it, which
 * stays.
 */
export const focusSubmit = ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>): void =>
  form?.querySelector<HTMLElement>('[type="submit"]')?.focus()
