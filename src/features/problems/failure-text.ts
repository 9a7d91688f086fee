import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Conversion } from '../../api/history.ts'

type FailureCode = NonNullable<Conversion['error']>['code']

export interface FailureLabels {
  /** The cause in two or three words, for a row. */
  short: MessageDescriptor
  title: MessageDescriptor
  next: MessageDescriptor
  /** Whether a retry, or other options, may succeed. */
  retry: boolean
}

/** Texts of failure codes; a missing one is a type error. */
export const FAILURE_TEXT: Record<FailureCode, FailureLabels> = {
  source_damaged: {
    short: msg`Damaged`,
    title: msg`The file is damaged or incomplete`,
    next: msg`Export it again from its source, then add it.`,
    retry: false,
  },
  source_encrypted: {
    short: msg`Password-protected`,
    title: msg`The file is password-protected`,
    next: msg`Enter the password in the options, or save a copy without one.`,
    retry: true,
  },
  source_empty: {
    short: msg`Empty`,
    title: msg`The file has no content to convert`,
    next: msg`Check that it’s the right file.`,
    retry: false,
  },
  source_too_complex: {
    short: msg`Too complex`,
    title: msg`The file is too complex to convert`,
    next: msg`Split it or reduce its size.`,
    retry: false,
  },
  source_unsupported: {
    short: msg`Unsupported`,
    title: msg`This variant of the format isn’t supported`,
    next: msg`Save it in another variant or format, then add it.`,
    retry: false,
  },
  option_refused: {
    short: msg`Invalid option`,
    title: msg`An option doesn’t apply to this file`,
    next: msg`Change it in the options and retry.`,
    retry: true,
  },
  output_empty: {
    short: msg`Empty result`,
    title: msg`The result was empty and was discarded`,
    next: msg`Try another format or other options.`,
    retry: true,
  },
  output_wrong: {
    short: msg`Wrong result`,
    title: msg`The result was incorrect and was discarded`,
    next: msg`Try another format or other options.`,
    retry: true,
  },
  output_too_large: {
    short: msg`Too large`,
    title: msg`The result would exceed the size limit`,
    next: msg`Choose a smaller size, lower quality or fewer pages.`,
    retry: true,
  },
  time_limit: {
    short: msg`Timed out`,
    title: msg`The conversion exceeded the time limit`,
    next: msg`Try fewer pages, a smaller size or lower effort.`,
    retry: true,
  },
  memory_limit: {
    short: msg`Out of memory`,
    title: msg`The conversion exceeded the memory limit`,
    next: msg`Try fewer pages or a smaller size.`,
    retry: true,
  },
  engine_unavailable: {
    short: msg`No engine`,
    title: msg`The engine for this conversion is no longer installed`,
    next: msg`Choose another format, or contact the administrator.`,
    retry: true,
  },
  engine_failed: {
    short: msg`Engine failed`,
    title: msg`The engine could not convert the file`,
    next: msg`Try other options or another format.`,
    retry: true,
  },
  file_quarantined: {
    short: msg`In quarantine`,
    title: msg`An administrator put the file in quarantine`,
    next: msg`Contact the administrator. Nothing was charged.`,
    retry: false,
  },
  storage_full: {
    short: msg`Storage full`,
    title: msg`There was no space to store the result`,
    next: msg`Delete old files, then retry.`,
    retry: true,
  },
  cancelled: {
    short: msg`Cancelled`,
    title: msg`The conversion was cancelled`,
    next: msg`Convert it again at any time.`,
    retry: true,
  },
  internal: {
    short: msg`Internal error`,
    title: msg`Something went wrong on our side`,
    next: msg`Retry, or contact support with the conversion ID.`,
    retry: true,
  },
}

/** Unknown codes of a newer instance have the text of an engine failure. */
export const failureLabels = (code: string): FailureLabels =>
  FAILURE_TEXT[code as FailureCode] ?? FAILURE_TEXT.engine_failed
