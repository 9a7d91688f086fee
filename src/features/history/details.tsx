import { useLingui } from '@lingui/react/macro'
import type { Conversion } from '../../api/history.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { type Fact, FactList } from '../../ui/fact-list.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useCreatorName } from '../businesses/acting/index.ts'
import { FAMILY_WORDS, useExpiry, useTimeLeft } from '../convert/conversion/index.ts'
import { useOperationName } from '../convert/route/index.ts'

/** Exact figures and ids. */
export function Facts({ conversion }: { conversion: Conversion }) {
  const { t, i18n } = useLingui()
  const expiry = useExpiry()(conversion)
  const left = useTimeLeft()(conversion)
  const creator = useCreatorName(conversion.created_by)
  const operationName = useOperationName()
  const { file_count, output, credits_charged, error } = conversion
  const facts: Fact[] = [
    { name: t`Type`, value: i18n._(FAMILY_WORDS[conversion.family]) },
    { name: t`Operation`, value: operationName(conversion) ?? '' },
    { name: t`Files`, value: file_count > 1 ? String(file_count) : '' },
    { name: t`Created by`, value: creator, own: true },
    { name: t`Original`, value: formatBytes(conversion.size_bytes, i18n.locale) },
    { name: t`Result`, value: output ? formatBytes(output.size_bytes, i18n.locale) : '–' },
    { name: t`Quoted`, value: String(conversion.credits_quoted) },
    { name: t`Charged`, value: credits_charged === null ? t`held` : String(credits_charged) },
    // A failed conversion has no result, but its original is kept and can be converted again until
    // then.
    { name: t`Expires`, value: left?.word ?? expiry.word },
    { name: t`Error`, value: error?.code ?? '', mono: true },
    { name: t`Reference`, value: conversion.external_token ?? '', mono: true },
    { name: t`ID`, value: conversion.conversion_id, mono: true },
    { name: 'SHA-256', value: output?.sha256 ?? '', mono: true },
  ]
  return (
    <Panel title={t`Details`}>
      <FactList facts={facts} />
    </Panel>
  )
}
