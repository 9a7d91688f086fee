import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { DownloadIcon } from 'lucide-react'
import { Link } from 'react-router'
import { conversionQuery } from '../../api/history.ts'
import { type SampleName, useConvertSample } from '../../api/samples.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Motif } from '../../ui/motif.tsx'
import { useConversionWords } from '../convert/conversion/index.ts'
import { useProblemWords } from '../problems/index.ts'
import { SampleIllustration } from './sample-illustration.tsx'

export interface Sample {
  name: SampleName
  family: SampleName
  file: string
  about: MessageDescriptor
  /** Display names of formats. */
  from: string
  to: string
}

/** A sample file, and its conversion once it is started. */
export function SampleCard({ sample }: { sample: Sample }) {
  const { t, i18n } = useLingui()
  const { name, family, file, about, from, to } = sample
  const words = useProblemWords()
  const wordsOf = useConversionWords()
  const { mutate, data: id, isPending, error } = useConvertSample()
  const { data } = useQuery({ ...conversionQuery(id ?? ''), enabled: id !== undefined })
  const said = data && wordsOf(data)
  const working = isPending || (id !== undefined && (!data || data.status === 'pending'))

  return (
    <li
      data-family={family}
      className="grid min-w-0 content-start border-t-(length:--spine) border-t-(--family)"
    >
      <SampleIllustration sample={name} />
      <div className="grid gap-3 border-t border-line px-4 pt-3 pb-4">
        <div>
          <h3 className="font-medium" translate="no">
            {file}
          </h3>
          <p className="text-small text-ink-soft">{i18n._(about)}</p>
        </div>
        <Motif {...(said?.motif ?? { state: 'ready' })} family={family} from={from} to={to} />
        <div className="flex min-h-7 flex-wrap items-center justify-between gap-2">
          <span role="status" className="min-w-0 text-small text-ink-soft">
            {(error && words(error)) ||
              (data?.output ? formatBytes(data.output.size_bytes, i18n.locale) : (said?.word ?? t`Free`))}
          </span>
          {data?.download_url ? (
            <span className="flex items-center gap-1">
              <IconButton
                name={t`Download result of ${file}`}
                icon={DownloadIcon}
                render={<a href={data.download_url} download />}
              />
              <Button size={28} render={<Link to={paths.result(data.conversion_id)} />}>
                {t`Open result`}
              </Button>
            </span>
          ) : (
            <Button size={28} working={working} verb={t`Converting`} onClick={() => mutate(name)}>
              {t`Convert sample`}
            </Button>
          )}
        </div>
      </div>
    </li>
  )
}
