import type { MouseEvent } from 'react'

/** Discard is removed after it is used: the focus goes to the submit button next to it. */
export const focusSubmit = ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>): void =>
  form?.querySelector<HTMLElement>('[type="submit"]')?.focus()
