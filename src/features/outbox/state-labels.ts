import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { OutboxMessage } from '../../api/access.ts'
import type { Tone } from '../../ui/badge.tsx'

/** The state of a message. */
export const STATE_WORDS: Record<OutboxMessage['state'], { word: MessageDescriptor; tone: Tone }> = {
  waiting: { word: msg`Waiting`, tone: 'accent' },
  sent: { word: msg`Sent`, tone: 'ok' },
  kept: { word: msg`Not sent`, tone: 'plain' },
  failed: { word: msg`Failed`, tone: 'bad' },
}
