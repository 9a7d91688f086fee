/** The mark: a sheet with a folded corner and the letter it works on. */
export function Mark({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true" className="flex-none">
      <path
        d="M3 2.5h13l5 5v14H3z"
        stroke="var(--color-ink)"
        strokeWidth="2.2"
        strokeLinejoin="round"
        fill="var(--color-raised)"
      />
      <path d="M8.5 17.5v-9h6.5M8.5 13h5" stroke="var(--color-accent)" strokeWidth="2.2" />
    </svg>
  )
}
