import { CircleAlertIcon } from 'lucide-react'
import { createContext, type ReactNode, useContext, useId } from 'react'
import { classNames } from '../lib/class-names.ts'

type FieldControl = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }

const Context = createContext<FieldControl | null>(null)

/** The attributes that connect a control to its Field's label, help and error. */
export function useFieldControl(): FieldControl | undefined {
  return useContext(Context) ?? undefined
}

type FieldProps = {
  label: ReactNode
  help?: ReactNode
  /** The problem and its solution, as a sentence. */
  error?: ReactNode
  /** At the end of the label: a link ("Forgot password?"), a count. */
  aside?: ReactNode
  /** Label and control on one line, as in a popover. */
  inline?: boolean
  children: ReactNode
}

export function Field({ label, help, error, aside, inline, children }: FieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  const note = error ?? help
  return (
    <div
      className={classNames(
        'min-w-0',
        inline && 'grid grid-cols-[minmax(76px,auto)_1fr] items-center gap-x-2',
      )}
    >
      <div className={classNames('flex items-baseline justify-between gap-2', !inline && 'mb-1')}>
        <label
          htmlFor={id}
          className={classNames('text-small', inline ? 'text-ink-soft' : 'font-medium text-ink-soft')}
        >
          {label}
        </label>
        {aside && <span className="text-small">{aside}</span>}
      </div>
      <Context
        value={{
          id,
          'aria-describedby': note ? noteId : undefined,
          'aria-invalid': error ? true : undefined,
        }}
      >
        {children}
      </Context>
      {/* A live region, so that an error after blur is announced. */}
      <div
        id={noteId}
        aria-live="polite"
        className={classNames('text-small', inline && 'col-start-2', note ? 'mt-1' : '')}
      >
        {error ? (
          <span className="flex gap-1.5 text-bad">
            <CircleAlertIcon className="mt-px size-3.5" />
            <span>{error}</span>
          </span>
        ) : (
          help && <span className="text-ink-soft">{help}</span>
        )}
      </div>
    </div>
  )
}
