const FAILURES: Record<string, string> = {
  ENOTFOUND: 'the host name was not found',
  EAI_AGAIN: 'the host name could not be looked up',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed before the answer',
  EPIPE: 'the connection was closed before the answer',
  UND_ERR_SOCKET: 'the connection was closed before the answer',
  UND_ERR_CONNECT_TIMEOUT: 'the host did not answer in time',
  ETIMEDOUT: 'the host did not answer in time',
  EHOSTUNREACH: 'the host could not be reached',
  ENETUNREACH: 'the host could not be reached',
}

/** What went wrong between two machines, for a person, without the stack. */
export function networkError(error: unknown, signal: AbortSignal, seconds: number): string {
  if (signal.aborted) return `no answer within ${seconds} s`
  if (!(error instanceof Error)) return 'the request could not be sent'
  const { code = '' } = error as NodeJS.ErrnoException
  if (error.name === 'HTTPParserError') return 'the answer is not valid HTTP'
  return (
    FAILURES[code] ?? (code ? `the request could not be sent (${code})` : 'the request could not be sent')
  )
}
