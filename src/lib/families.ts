/** The file families by wire name, in the order of every list, group and legend. */
export const FAMILY_NAMES = ['document', 'image', 'font', 'video', 'audio', 'model'] as const
export type Family = (typeof FAMILY_NAMES)[number]
