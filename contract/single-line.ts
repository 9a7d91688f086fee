import { z } from 'zod'

/**
 * Anything that can be read, without line breaks, control characters and overrides of the writing
 * direction.
 */
const SINGLE_LINE = /^[^\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufff0-\uffff]*$/u

/** A line of text of at most so many UTF-16 units. */
export const singleLine = (max: number) => z.string().max(max).regex(SINGLE_LINE, 'Enter a single line')
