import { type ReactNode, useEffect, useRef } from 'react'

type TitleProps = {
  children: ReactNode
  /** The document's title; unchanged without it. */
  name?: string
  /** It replaced another title: keyboard and screen reader users continue here. */
  focus: boolean
}

const LONG = 60

export function Title({ children, name, focus }: TitleProps) {
  const ref = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focus) ref.current?.focus()
  }, [focus])
  useEffect(() => {
    if (name) document.title = name
  }, [name])
  return (
    <h1
      ref={ref}
      tabIndex={-1}
      className="landing-title"
      data-long={name && name.length > LONG ? '' : undefined}
    >
      <bdi>{children}</bdi>
    </h1>
  )
}
