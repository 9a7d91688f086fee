import { Fragment } from 'react'

/**
 * Text with e-mail addresses in it: where one is too long for its line, it breaks before its "@".
 */
export function AddressText({ text }: { text: string }) {
  const [first, ...rest] = text.split('@')
  return (
    <>
      {first}
      {rest.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text
        <Fragment key={at}>
          <wbr />@{part}
        </Fragment>
      ))}
    </>
  )
}
