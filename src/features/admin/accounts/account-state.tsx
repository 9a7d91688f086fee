import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { AccountSummary } from '../../../api/admin-acts.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'

type State = AccountSummary['state']

export const STATE_NAMES: Record<State, MessageDescriptor> = {
  active: msg`Active`,
  locked: msg`Locked`,
  deleting: msg`Deletion scheduled`,
}
const TONES: Record<State, Tone> = { active: 'ok', locked: 'bad', deleting: 'warn' }
export const STATES = Object.keys(STATE_NAMES) as State[]

export function AccountState({ state }: { state: State }) {
  const { i18n } = useLingui()
  return <Badge tone={TONES[state]}>{i18n._(STATE_NAMES[state])}</Badge>
}
