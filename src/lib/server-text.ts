import type { I18n } from '@lingui/core'
import { nestedIn, patternOf, plain } from '../../contract/message-pattern.ts'

export interface ServerMessage {
  message: string
  message_id: string
  message_values: readonly string[]
}

/** Separates the server's English, which is its message id, from the dashboard's message ids. */
export const SERVER = 'server: '

/** A server message in the user's language if the catalog has it, otherwise in English. */
export function serverText(i18n: I18n, said: ServerMessage | string): string {
  if (typeof said === 'string') return translated(i18n, said) ?? valueText(i18n, said)
  return translated(i18n, said.message_id, said.message_values) ?? said.message
}

const translated = (i18n: I18n, id: string, values: readonly string[] = []) =>
  i18n.messages[SERVER + id] === undefined
    ? undefined
    : i18n._(SERVER + id, { ...values.map((value) => valueText(i18n, value)) })

/** A value may be a message with its own values. */
function valueText(i18n: I18n, value: string): string {
  const nested = nestedIn(value)
  if (nested === null) return value
  const { pattern, values } = patternOf(nested)
  return translated(i18n, pattern, values) ?? plain(nested)
}
