import type { Span } from '../platform.ts'

/** The trace id for a log line, which links it to its trace. */
export const traceIdOf = ({ traceparent }: Span): { trace_id?: string } =>
  traceparent === null ? {} : { trace_id: traceparent.split('-')[1] as string }
