// biome-ignore-all lint/a11y/useSemanticElements: code that scrolls is a named group and no part of a form

import { Fragment } from 'react'
import { classNames } from '../../lib/class-names.ts'

/** Longer bodies are not highlighted: each key is an element. */
const MOST_COLOURED = 20_000

/** Renders text, never HTML. JSON is formatted, with highlighted keys. */
export function CodeText({ text, label, className }: { text: string; label: string; className?: string }) {
  return (
    <pre
      translate="no"
      dir="ltr"
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
      tabIndex={0}
      className={classNames(
        'mono overflow-auto bg-sunk px-4 py-3 text-small/5 wrap-anywhere whitespace-pre-wrap focus-visible:focus-inset',
        className,
      )}
    >
      {text.length > MOST_COLOURED ? text : coloured(text)}
    </pre>
  )
}

const coloured = (text: string) =>
  text.split('\n').map((line, at) => {
    const key = /^(\s*)("(?:[^"\\]|\\.)*")(:.*)$/.exec(line)
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
      <Fragment key={at}>
        {at > 0 && '\n'}
        {key ? (
          <>
            {key[1]}
            <span className="text-accent">{key[2]}</span>
            {key[3]}
          </>
        ) : (
          line
        )}
      </Fragment>
    )
  })

/** Formats JSON; returns other text unchanged. */
export function setOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
