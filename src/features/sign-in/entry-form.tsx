import type { FormEvent, ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'

type EntryFormProps = {
  onSubmit: (form: FormData) => void
  working: boolean
  act: string
  /** The verb while pending. */
  verb: string
  children: ReactNode
}

/**
 * A form of the sign-in pages, with large fields and one button. Uncontrolled, because it needs no
 * form library, and password managers may fill fields without events.
 */
export function EntryForm({ onSubmit, working, act, verb, children }: EntryFormProps) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onSubmit(new FormData(event.currentTarget))
  }
  return (
    <form
      onSubmit={submit}
      className="mt-7 grid gap-4 [&_input]:min-h-11 [&_input]:px-3 [&_input]:text-read"
      aria-busy={working}
    >
      {children}
      <Button
        type="submit"
        variant="primary"
        size={36}
        wide
        working={working}
        verb={verb}
        className="min-h-12 text-read"
      >
        {act}
      </Button>
    </form>
  )
}
