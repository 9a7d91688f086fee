/** A filter chip's value: set with a way to clear it, or not set at all. */
type ChipValue = { value: string; onClear: () => void } | { value?: undefined; onClear?: undefined }

export const chipValue = (value: string | null, onClear: () => void): ChipValue =>
  value === null ? {} : { value, onClear }
