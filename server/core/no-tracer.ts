import type { Span, Tracer } from '../platform.ts'

/** The span without tracing. */
export const NO_SPAN: Span = { traceparent: null, set() {}, fail() {}, within: (work) => work() }

/** The tracer without tracing. */
export const NO_TRACER: Tracer = { span: (_name, _options, work) => work(NO_SPAN) }
