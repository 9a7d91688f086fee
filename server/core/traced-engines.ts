import { EngineFailure, type Engines } from '../engines/kernel/engine.ts'
import type { Tracer } from '../platform.ts'

/** The engines with a span per step of a job: engine, formats, bytes and result. */
export const tracedEngines = (engines: Engines, tracer: Tracer): Engines => ({
  ...engines,
  run: (job, hooks) =>
    engines.run(job, {
      ...hooks,
      traceStep: ({ engine, kind, inputBytes }, run) => {
        const attributes = {
          'filewright.engine': engine,
          'filewright.engine.child': kind,
          'filewright.operation': job.operation,
          'filewright.source_format': job.inputs[0]?.format,
          'filewright.target_format': job.target,
          'filewright.input_bytes': inputBytes,
        }
        return tracer.span(`engine ${kind}`, { attributes }, async (span) => {
          try {
            const { result, outputBytes } = await run()
            span.set({ 'filewright.engine.exit': 'completed', 'filewright.output_bytes': outputBytes })
            return result
          } catch (error) {
            if (error instanceof EngineFailure) span.set({ 'filewright.engine.exit': error.code })
            throw error
          }
        })
      },
    }),
})
