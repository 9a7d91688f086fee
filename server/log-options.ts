import { stdSerializers } from 'pino'

/** A failed query's message holds its parameters: names, e-mail addresses, hashes. */
const withoutParameters = (text: string) =>
  text
    .replace(/\nparams: [\s\S]*?(?=\n {4}at |\ncaused by|$)/g, '')
    // PostgreSQL quotes a value that it cannot read.
    .replace(/(invalid input [^:\n]*: )"[^\n]*"/g, '$1"…"')

/**
 * What every logger of the server does: no cookie, no header that signs in, no password, no
 * parameter of a query.
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
