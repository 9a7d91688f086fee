import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Conversion } from '../../api/history.ts'

type FailureCode = NonNullable<Conversion['error']>['code']

export interface FailureWords {
  /** The cause in two or three words, for a row. */
  short: MessageDescriptor
  title: MessageDescriptor
  next: MessageDescriptor
  /** Whether the same file with other options, or just once more, may succeed. */
  retry: boolean
}

/** Every way in which a conversion can fail has its words here; a code without them does not compile. */
export const FAILURE_TEXT: Record<FailureCode, FailureWords> = {
  source_damaged: {
    short: msg`Damaged`,
    title: msg`The file is damaged or ends early`,
    next: msg`Save or export it again where it comes from, then add it anew.`,
    retry: false,
  },
  source_encrypted: {
    short: msg`Password`,
    title: msg`The file is protected by a password`,
    next: msg`Enter its password in the options, or save a copy without it.`,
    retry: true,
  },
  source_empty: {
    short: msg`Empty`,
    title: msg`There is nothing in the file to convert`,
    next: msg`Check that it is the right file.`,
    retry: false,
  },
  source_too_complex: {
    short: msg`Too complex`,
    title: msg`The file unfolds into more than one run may take`,
    next: msg`Split it, or make it smaller.`,
    retry: false,
  },
  source_unsupported: {
    short: msg`Unsupported`,
    title: msg`This variant of the format cannot be read here`,
    next: msg`Save it in another variant or format and add that.`,
    retry: false,
  },
  option_refused: {
    short: msg`Option refused`,
    title: msg`An option does not fit this file`,
    next: msg`Open the options, change it, and run the file again.`,
    retry: true,
  },
  output_empty: {
    short: msg`Empty result`,
    title: msg`The result came out empty, so it was thrown away`,
    next: msg`Try another target, or other options.`,
    retry: true,
  },
  output_wrong: {
    short: msg`Wrong result`,
    title: msg`The result was not what was asked for, so it was thrown away`,
    next: msg`Try another target, or other options.`,
    retry: true,
  },
  output_too_large: {
    short: msg`Too large`,
    title: msg`The result would be larger than is allowed`,
    next: msg`Choose a smaller size, lower quality, or fewer pages.`,
    retry: true,
  },
  time_limit: {
    short: msg`Took too long`,
    title: msg`The conversion took longer than is allowed`,
    next: msg`Try it with less: fewer pages, a smaller size, lower effort.`,
    retry: true,
  },
  memory_limit: {
    short: msg`Too heavy`,
    title: msg`The conversion needed more memory than is allowed`,
    next: msg`Try it with less: fewer pages, or a smaller size.`,
    retry: true,
  },
  engine_unavailable: {
    short: msg`No engine`,
    title: msg`The engine for this is not installed any more`,
    next: msg`Choose another target, or ask who runs this instance.`,
    retry: true,
  },
  engine_failed: {
    short: msg`Engine failed`,
    title: msg`The engine could not convert the file`,
    next: msg`Try other options, or another target.`,
    retry: true,
  },
  storage_full: {
    short: msg`No room`,
    title: msg`There was no room to store the result`,
    next: msg`Remove old files, then run it again.`,
    retry: true,
  },
  cancelled: {
    short: msg`Cancelled`,
    title: msg`It was stopped`,
    next: msg`Run it again whenever you like.`,
    retry: true,
  },
  internal: {
    short: msg`Our fault`,
    title: msg`Something went wrong on our side`,
    next: msg`Run it again. If it stays, tell support the id of the conversion.`,
    retry: true,
  },
}

/** A code that a newer instance has and this dashboard does not: said as an engine's failure. */
export const failureWords = (code: string): FailureWords =>
  FAILURE_TEXT[code as FailureCode] ?? FAILURE_TEXT.engine_failed
