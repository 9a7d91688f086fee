import { withArticle } from '../../engines/kernel/article.ts'
import type { Format, Operation } from '../../engines/kernel/engine.ts'
import { ApiProblem } from '../api-problem.ts'
import type { Context } from '../context.ts'
import { ROUTE_FAMILIES, type RouteFamily } from '../families.ts'
import { isUnlisted } from '../service-runs.ts'

/** The caller's request, common to the form and the JSON body. */
export interface ConversionRequest {
  target_format: string
  operation?: string | undefined
  source_format?: string | undefined
  external_token?: string | undefined
  batch_id?: string | undefined
  options?: unknown
}

/** An available file with its known properties. */
export interface File {
  filename: string
  /** Path of a new upload. */
  path?: string
  /** Detected format of a stored file. */
  format?: string | null
  /** Without a file: the stated format is trusted. */
  stated?: true
}

/** The chosen operation, before its options are validated. */
export interface Choice {
  operation: Operation
  /** Formats of the files, in order. */
  sourceFormats: string[]
  targetFormat: string
}

export interface Plan extends Choice {
  options: Record<string, unknown>
}

/**
 * Plans a conversion from the request and the files' content. `own`: the server requests it, and
 * may use operations that are not offered.
 * @throws ApiProblem unsupported_source, unsupported_target, invalid_options, invalid_request
 */
export async function planConversion(
  ctx: Context,
  route: RouteFamily,
  files: readonly File[],
  request: ConversionRequest,
  { own = false } = {},
): Promise<Plan> {
  const choice = await chooseOperation(ctx, route, files, request, { own })
  requireCount(choice.operation, files.length)
  return { ...choice, options: checkOptions(ctx, choice.operation, request.options) }
}

/**
 * Like `planConversion`, for the formats only.
 * @throws ApiProblem unsupported_source, unsupported_target, invalid_request
 */
export async function chooseOperation(
  ctx: Context,
  route: RouteFamily,
  files: readonly File[],
  request: Pick<ConversionRequest, 'operation' | 'target_format' | 'source_format'>,
  { own = false } = {},
): Promise<Choice> {
  const { engines } = ctx.platform
  const sources: Format[] = []
  for (const file of files) sources.push(await sourceFormat(ctx, route, file, request.source_format))
  const [file, source] = [files[0] as File, sources[0] as Format]
  const name = request.operation ?? 'convert'
  const offered = engines
    .operations({ from: source.format })
    .filter((one) => ROUTE_FAMILIES[route].includes(one.family) && (own || !isUnlisted(one)))
  const targetFormat = engines.normalise(request.target_format, source.family)
  const absent = () => absentEngines(ctx, { operation: name, from: source.format, to: targetFormat })
  if (offered.length === 0) throw unsupported(file, source, absent())
  const operations = offered.filter((candidate) => candidate.operation === name)
  if (operations.length === 0) {
    if (own) throw unsupported(file, source)
    throw new ApiProblem(
      'invalid_request',
      `There is no operation ${JSON.stringify(name)} for ${source.label} files.${absent()}`,
      {
        errors: [{ path: 'operation', message: 'This format has no such operation.' }],
        allowed: [...new Set(offered.map(({ operation }) => operation))],
      },
    )
  }
  const operation = operations.find(({ to }) => targetFormat !== null && to.includes(targetFormat))
  if (!operation || targetFormat === null) {
    throw new ApiProblem(
      'unsupported_target',
      `${source.label} files cannot become ${JSON.stringify(request.target_format.slice(0, 32))} here.${absent()}`,
      {
        errors: [{ path: 'target_format', message: 'This format cannot become this target.' }],
        allowed: [...new Set(operations.flatMap(({ to }) => to))].sort(),
      },
    )
  }
  for (const [at, { format }] of sources.entries())
    if (!operation.from.includes(format)) throw unsupported(files[at] as File, sources[at] as Format)
  return { operation, sourceFormats: sources.map(({ format }) => format), targetFormat }
}

/** A sentence with the missing engines; empty if no engine supports the operation. */
function absentEngines(
  { platform: { engines } }: Context,
  { operation, from, to }: { operation: string; from: string; to: string | null },
): string {
  const absent = to === null ? null : engines.absent({ operation, from, to })
  return absent && absent.length > 0 ? ` It needs ${absent.join(' and ')}, which no worker here has.` : ''
}

/** Validated options with defaults. @throws ApiProblem invalid_options */
export function checkOptions(ctx: Context, operation: Operation, options: unknown): Plan['options'] {
  const checked = ctx.platform.engines.checkOptions(operation, options ?? {})
  if (checked.ok) return checked.options
  const errors = checked.errors.map(({ path, message }) => ({
    path: path ? `options.${path}` : 'options',
    message,
  }))
  const named = errors.map(({ path, message }) => `${path}: ${message}`).join(' ')
  throw new ApiProblem('invalid_options', `Nothing was started. ${named}`, { errors })
}

function requireCount({ label, minFiles, maxFiles }: Operation, count: number) {
  if (count >= minFiles && count <= maxFiles) return
  const wanted =
    maxFiles === 1
      ? 'one file'
      : count < minFiles
        ? `at least ${minFiles} files`
        : `at most ${maxFiles} files`
  throw new ApiProblem(
    'invalid_request',
    `${label} needs ${wanted}; ${count} were sent. Nothing was charged.`,
    {
      errors: [{ path: 'file', message: `Takes ${wanted}.` }],
    },
  )
}

async function sourceFormat(
  ctx: Context,
  route: RouteFamily,
  file: File,
  claimed: string | undefined,
): Promise<Format> {
  const { engines } = ctx.platform
  const byName = (name: string | null | undefined) =>
    engines.formats().find(({ format }) => format === name) ?? null
  const found = file.path
    ? await engines.detect({ path: file.path, filename: file.filename })
    : byName(file.format)
  const wanted = claimed === undefined ? undefined : byName(engines.normalise(claimed, route))
  if (claimed !== undefined && !wanted) {
    throw new ApiProblem('unsupported_source', `${JSON.stringify(claimed)} is not a supported format.`, {
      errors: [{ path: 'source_format', message: 'Not a supported format.' }],
    })
  }
  if (file.stated && wanted) return wanted
  // The content decides. Only between text formats, which look alike, the caller may choose.
  if (wanted && (!found || (isText(found) && isText(wanted)))) {
    if (!found && !isText(wanted)) throw mismatch(file, wanted)
    return wanted
  }
  if (wanted && found && wanted.format !== found.format) throw mismatch(file, wanted, found)
  if (!found) {
    throw new ApiProblem(
      'unsupported_source',
      `${file.filename} is not ${withArticle(route)} file that can be converted here, or it is damaged. Nothing was charged.`,
    )
  }
  return found
}

const isText = (format: Format) =>
  format.mimeTypes.some(
    (type) => type.startsWith('text/') || /[+/](xml|json)$/.test(type) || type.includes('tex'),
  )

const unsupported = (file: File, format: Format, reason = '') =>
  new ApiProblem(
    'unsupported_source',
    `${file.filename} is ${withArticle(format.label)} file, which this operation does not accept.${reason} Nothing was charged.`,
  )

const mismatch = (file: File, wanted: Format, found?: Format) =>
  new ApiProblem(
    'unsupported_source',
    `${file.filename} was said to be ${wanted.label}, but its content is ${found ? found.label : 'something else'}. Nothing was charged.`,
    { errors: [{ path: 'source_format', message: 'The content is of another format.' }] },
  )
