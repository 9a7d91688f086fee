import { stdSerializers } from 'pino'

/** The message of a failed query holds its parameters: names, e-mail addresses, hashes. */
const withoutParameters = (text: string) =>
  text
    .replace(/\nparams: [\s\S]*?(?=\n {4}at |\ncaused by|$)/g, '')
    // PostgreSQL quotes a value that it cannot parse.
    .replace(/(invalid input [^:\n]*: )"[^\n]*"/g, '$1"…"')

/**
 * Options of every logger of the server: no cookies, no credentials in headers, no passwords, no
 * query parameters in the log.
 */
export const LOG_OPTIONS = {
  redact: ['req.headers.cookie', 'req.headers.authorization', '*.password'],
  serializers: {
    err: (error: unknown) => {
      if (!(error instanceof Error)) return error
      const { type, message, stack } = stdSerializers.err(error)
      return { type, message: withoutParameters(message), stack: withoutParameters(stack) }
    },
  },
}
