import type { z } from 'zod'
import type { Formats } from '../../../contract/convert.ts'
import type { Family } from '../../../contract/families.ts'
import type { Context } from '../../core/context.ts'

/** The formats of some families that are known here, what each can become, and the engines that do it (decision 5). */
export function listFormats(ctx: Context, families: readonly Family[]): z.input<typeof Formats> {
  const { engines } = ctx.platform
  return {
    formats: families
      .flatMap((family) => engines.formats(family))
      .map(({ mimeTypes, extensions, ...format }) => ({
        ...format,
        mime_types: [...mimeTypes],
        extensions: [...extensions],
      })),
    engines: Object.fromEntries(
      engines
        .states()
        .filter((engine) => families.includes(engine.family))
        .map(({ name, installed, version, licence, adds, install }) => [
          name,
          { installed, version, licence, adds, install },
        ]),
    ),
  }
}
