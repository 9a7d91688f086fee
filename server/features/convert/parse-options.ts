import { Refusal } from '../../core/refusal.ts'

/** The options of a form, which come as JSON text. @throws Refusal invalid_options */
export function parseOptions(text: string | undefined): unknown {
  if (text === undefined || text === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal('invalid_options', 'The options are not a JSON object.', {
      errors: [{ path: 'options', message: 'Not valid JSON.' }],
    })
  }
}
