import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'

export type SamplerName = `${'' | 'parentbased_'}${'always_on' | 'always_off' | 'traceidratio'}`

/** The standard OpenTelemetry samplers, by their names in OTEL_TRACES_SAMPLER. */
export function samplerOf(name: SamplerName, ratio: number): Sampler {
  switch (name) {
    case 'always_on':
      return new AlwaysOnSampler()
    case 'always_off':
      return new AlwaysOffSampler()
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(ratio)
    case 'parentbased_always_on':
    case 'parentbased_always_off':
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({
        root: samplerOf(name.slice('parentbased_'.length) as SamplerName, ratio),
      })
  }
}
