import { useLingui } from '@lingui/react/macro'
import { useCatalog } from '../../../api/convert.ts'
import type { Conversion } from '../../../api/history.ts'
import { classNames } from '../../../lib/class-names.ts'
import { formatCode, formatLabel } from '../../../lib/format-label.ts'
import { serverText } from '../../../lib/server-text.ts'
import { Motif } from '../../../ui/motif.tsx'
import { useConversionWords } from '../conversion/index.ts'

/** The operation, if the formats do not imply it: "Compress"; otherwise null. */
export function useOperationName(): (conversion: Conversion) => string | null {
  const { t, i18n } = useLingui()
  const { catalog } = useCatalog()
  return ({ operation, family, source_format, target_format }) => {
    if (operation === 'convert' && source_format !== target_format) return null
    if (operation === 'convert') return t`Convert`
    // By a pipeline's steps, or by the PDF editor: the catalog does not list these.
    if (operation === 'pipeline') return t`Pipeline`
    if (operation === 'edit') return t`Edit`
    const entry =
      catalog.operations.find((one) => one.operation === operation && one.family === family) ??
      catalog.operations.find((one) => one.operation === operation)
    return entry ? serverText(i18n, entry.label) : operation.replaceAll('_', ' ')
  }
}

type ConversionRouteProps = { conversion: Conversion; compact?: boolean }

/** The source and target formats, or the operation's name if both are equal. */
export function ConversionRoute(props: ConversionRouteProps) {
  const { source_format, target_format } = props.conversion
  // Only operation names need the catalog: most rows of a list observe no query.
  return source_format === target_format ? <OperationRoute {...props} /> : <FormatRoute {...props} />
}

function OperationRoute({ conversion, compact }: ConversionRouteProps) {
  const name = useOperationName()(conversion)
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span
        data-family={conversion.family}
        translate="no"
        className={classNames(
          'mono inline-flex flex-none items-center justify-center rounded-mark border border-(--family) text-micro font-medium text-(--family)',
          compact ? 'h-5 w-[46px]' : 'h-6 w-[52px]',
        )}
      >
        {formatCode(conversion.target_format)}
      </span>
      <span className="truncate" title={name ?? undefined}>
        {name}
      </span>
    </span>
  )
}

function FormatRoute({ conversion, compact }: ConversionRouteProps) {
  const { family, source_format, target_format } = conversion
  const { motif } = useConversionWords()(conversion)
  return (
    <Motif
      {...motif}
      {...(compact && {
        size: 'compact',
        codes: [formatCode(source_format), formatCode(target_format)] as const,
      })}
      family={family}
      from={formatLabel(source_format)}
      to={formatLabel(target_format)}
    />
  )
}
