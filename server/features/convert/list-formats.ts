import type { z } from 'zod'
import type { Formats } from '../../../contract/convert.ts'
import type { Family } from '../../../contract/families.ts'
import type { Context } from '../../core/context.ts'

/** The formats of a family that are installed here, what each can become, and the engines that do it (decision 5). */
export function listFormats(ctx: Context, family: Family): z.input<typeof Formats> {
  const { engines } = ctx.platform
  return {
    formats: engines.formats(family).map(({ mimeTypes, extensions, ...format }) => ({
      ...format,
      mime_types: [...mimeTypes],
      extensions: [...extensions],
    })),
    engines: Object.fromEntries(
      engines
        .states()
        .filter((engine) => engine.family === family)
        .map(({ name, installed, version, licence, install }) => [
          name,
          { installed, version, licence, install },
        ]),
    ),
  }
}
