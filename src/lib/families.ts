/**
 * The kinds of files, in the order in which every list, group and legend has them. The wire's
 * names.
 */
export const FAMILY_NAMES = ['document', 'image', 'font', 'video', 'audio', 'model'] as const
export type Family = (typeof FAMILY_NAMES)[number]
