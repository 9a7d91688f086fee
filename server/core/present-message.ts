import type { Message } from '../../contract/message.ts'
import { patternOf, plain } from '../../contract/message-pattern.ts'

/** A message in responses. */
export function presentMessage(text: string): Message {
  const { pattern, values } = patternOf(text)
  return { message: plain(text), message_id: pattern, message_values: values }
}

export const presentWarnings = (warnings: readonly string[]) => ({
  warnings: warnings.map(plain),
  warning_messages: warnings.map(presentMessage),
})

export const presentStage = (stage: string | null) => ({
  stage: stage && plain(stage),
  stage_message: stage === null ? null : presentMessage(stage),
})
