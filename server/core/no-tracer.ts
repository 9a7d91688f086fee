import type { Span, Tracer } from '../platform.ts'

/** Stands for a span where nothing is followed. */
export const NO_SPAN: Span = { traceparent: null, set() {}, fail() {}, within: (work) => work() }

/** Follows nothing. */
export const NO_TRACER: Tracer = { span: (_name, _options, work) => work(NO_SPAN) }
