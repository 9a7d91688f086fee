/** As the API shows the value of an own header. */
const HIDDEN = '(hidden)'

/** A text as one quoted word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/**
 * The request as a command that sends the same again. Values that are not shown have to be filled
 * in.
 */
export const curlOf = (url: string, headers: Record<string, string>, body: string): string =>
  [
    `curl -X POST ${quoted(url)}`,
    ...Object.entries(headers).map(
      ([name, value]) => `-H ${quoted(`${name}: ${value === HIDDEN ? 'YOUR_VALUE' : value}`)}`,
    ),
    `--data-raw ${quoted(body)}`,
  ].join(' \\\n  ')
