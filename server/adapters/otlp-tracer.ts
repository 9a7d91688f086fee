import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type Context,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources'
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace'
import { NO_SPAN } from '../core/no-tracer.ts'
import type { Log, Span, Tracer } from '../platform.ts'
import { type SamplerName, samplerOf } from './trace-sampler.ts'

export interface TracingSettings {
  /** URL of the collector, with the path `/v1/traces`. */
  url: string
  sampler: SamplerName
  /** The share of sampled traces, 0 to 1, for ratio samplers. */
  ratio: number
  /** Batch delay of spans, and export timeout; in milliseconds. */
  delayMs: number
  timeoutMs: number
  version: string
  role: string
}

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
}
/** Spans not sent by then are lost. */
const CLOSES_WITHIN_MS = 3000
const WARNS_EVERY_MS = 60_000

/**
 * Exports spans with OpenTelemetry's SDK in batches over OTLP/HTTP. The SDK itself reads
 * OTEL_EXPORTER_OTLP_HEADERS, OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES and the certificates. The
 * provider is not registered globally, so that no package adds spans. Load it only for tracing: the
 * SDK takes a moment.
 */
export function openOtlpTracer(
  settings: TracingSettings,
  log: Log,
): { tracer: Tracer; close(): Promise<void> } {
  const { url, sampler, ratio, delayMs, timeoutMs, version, role } = settings
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: timeoutMs })
  const provider = new TracerProvider({
    sampler: samplerOf(sampler, ratio),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: watched(exporter, log), scheduledDelayMillis: delayMs }),
    ],
    resource: defaultResource()
      .merge(
        resourceFromAttributes({
          'service.name': 'filewright',
          'service.version': version,
          'service.instance.id': randomUUID(),
          'filewright.role': role,
        }),
      )
      .merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] })),
  })
  const otel = provider.getTracer('filewright', version)
  const contexts = new AsyncLocalStorage<Context>()
  const tracer: Tracer = {
    span: async (name, { kind = 'internal', attributes = {}, parent, link, begun }, work) => {
      const current = contexts.getStore()
      if (parent === undefined && current === undefined) return work(NO_SPAN)
      const from = parent === undefined ? (current as Context) : contextOf(parent)
      const linked = link === undefined ? null : spanContextOf(link)
      const span = otel.startSpan(
        name,
        {
          kind: KINDS[kind],
          attributes,
          ...(linked && { links: [{ context: linked }] }),
          ...(begun !== undefined && { startTime: begun }),
        },
        from,
      )
      const inside = trace.setSpan(from, span)
      const within = <T>(work: () => T): T => contexts.run(inside, work)
      const own = spanOf(span, within)
      try {
        return await within(() => work(own))
      } catch (error) {
        own.fail(reasonOf(error))
        throw error
      } finally {
        span.end()
      }
    },
  }
  return {
    tracer,
    close: async () => {
      const closed = provider.shutdown().catch(() => {}) // the exporter has logged the reason
      await Promise.race([closed, pause(CLOSES_WITHIN_MS, undefined, { ref: false })])
    },
  }
}

function spanOf(span: OtelSpan, within: Span['within']): Span {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return {
    traceparent: `00-${traceId}-${spanId}-0${traceFlags & 1}`,
    set: (attributes) => void span.setAttributes(attributes),
    fail: (reason) => {
      span.setAttribute('error.type', reason)
      span.setStatus({ code: SpanStatusCode.ERROR, message: reason })
    },
    within,
  }
}

/**
 * Parses a remote `traceparent`; null if invalid. Ignores `tracestate`, which is untrusted text.
 */
function spanContextOf(traceparent: string) {
  const parsed = parseTraceParent(traceparent)
  return parsed && { ...parsed, traceFlags: parsed.traceFlags & 1, isRemote: true }
}

function contextOf(traceparent: string | null): Context {
  const remote = traceparent === null ? null : spanContextOf(traceparent)
  return remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT
}

/** The error's code, or its class name. Never its message, which may contain user input. */
function reasonOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && typeof at.code === 'string' && /^\w{1,60}$/.test(at.code)) return at.code
  return error instanceof Error && /^\w{1,60}$/.test(error.name) ? error.name : 'unknown'
}

/** Logs lost spans, at most once a minute. */
function watched(exporter: SpanExporter, log: Log): SpanExporter {
  let lost = 0
  let warned = Number.NEGATIVE_INFINITY
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.code !== 0) {
          lost += spans.length
          if (performance.now() - warned >= WARNS_EVERY_MS) {
            warned = performance.now()
            const { code, name } = (result.error ?? {}) as { code?: string | number; name?: string }
            log.warn({ lost, reason: code ?? name }, 'traces could not be sent')
            lost = 0
          }
        }
        done(result)
      }),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  }
}
