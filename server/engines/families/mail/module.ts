import { npmPackage, workerProgramAt } from '../../kernel/engine-package.ts'
import { conversion } from '../../kernel/entry.ts'
import type { EngineModule } from '../../kernel/module.ts'
import { convertMessage, MAIL_FORMATS, MAIL_OPTIONS } from './convert.ts'

export const MAIL_READER = 'postal-mime'

/** Reads messages (EML, MSG) as pages; the HTML engines do the further conversions. */
export const mailEngines: EngineModule = {
  engines: [
    npmPackage('postal-mime', {
      name: MAIL_READER,
      family: 'document',
      licence: 'MIT-0',
      adds: 'e-mails (EML, and MSG of Outlook) as documents',
    }),
  ],

  entries: (installed) =>
    installed.has(MAIL_READER)
      ? [
          conversion({
            family: 'document',
            engine: MAIL_READER,
            from: MAIL_FORMATS,
            target: 'html',
            schema: MAIL_OPTIONS,
            kinds: ['mail'],
            run: convertMessage,
          }),
          conversion({
            family: 'document',
            engine: MAIL_READER,
            from: ['msg'],
            target: 'eml',
            schema: MAIL_OPTIONS.omit({ attachments: true }),
            kinds: ['mail'],
            run: convertMessage,
          }),
        ]
      : [],

  workerPrograms: (installed) =>
    installed.has(MAIL_READER) ? [workerProgramAt('mail', 'mail', 'mail-child.ts')] : [],
}
