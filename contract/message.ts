import { z } from 'zod'

/**
 * A sentence with the data for its translation. As in gettext, its id is the English text, with
 * numbers for its values.
 */
const fields = (message: string, message_id: string, message_values: string[]) => ({
  message: z.string().meta({ description: 'Sentence in English.', example: message }),
  message_id: z.string().meta({
    description: 'Id for translation: the English sentence with `{0}` in place of its first value.',
    example: message_id,
  }),
  message_values: z.array(z.string()).meta({
    description:
      'Values of the sentence in order. A value that is a sentence is enclosed in U+2068 and U+2069, and so are its own values.',
    example: message_values,
  }),
})

export const messageFields = fields(
  'The document is password-protected.',
  'The document is password-protected.',
  [],
)

/** A sentence for people that a client can translate. */
export const Message = z
  .object(
    fields('Page 3 could not be read and was left out.', 'Page {0} could not be read and was left out.', [
      '3',
    ]),
  )
  .meta({ id: 'Message', description: 'A sentence with its translation data.' })
export type Message = z.infer<typeof Message>
