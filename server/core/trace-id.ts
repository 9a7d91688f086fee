import type { Span } from '../platform.ts'

/** What a log line says of its span, so that the trace is found by it. */
export const traceIdOf = ({ traceparent }: Span): { trace_id?: string } =>
  traceparent === null ? {} : { trace_id: traceparent.split('-')[1] as string }
