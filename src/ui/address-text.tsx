import { Fragment } from 'react'

/** Text that contains e-mail addresses: one that is too long for its line breaks before its "@". */
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
