import { useLingui } from '@lingui/react/macro'

/** The catalogue names its groups in English; one that this page does not know stays as it is. */
export function useGroupName(): (name: string) => string {
  const { t } = useLingui()
  const names: Record<string, string> = {
    Conversions: t`Conversions`,
    Batches: t`Batches`,
    Pipelines: t`Pipelines`,
    Signing: t`Signing`,
    'Share links': t`Share links`,
    Files: t`Files`,
    Storage: t`Storage`,
    Credits: t`Credits`,
    Businesses: t`Businesses`,
    Webhooks: t`Webhooks`,
  }
  return (name) => names[name] ?? name
}
