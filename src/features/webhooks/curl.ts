/** The API's placeholder for the value of a custom header. */
const HIDDEN = '(hidden)'

/** Quotes a text for a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The request as a curl command. Hidden values have to be filled in. */
export const curlOf = (url: string, headers: Record<string, string>, body: string): string =>
  [
    `curl -X POST ${quoted(url)}`,
    ...Object.entries(headers).map(
      ([name, value]) => `-H ${quoted(`${name}: ${value === HIDDEN ? 'YOUR_VALUE' : value}`)}`,
    ),
    `--data-raw ${quoted(body)}`,
  ].join(' \\\n  ')
