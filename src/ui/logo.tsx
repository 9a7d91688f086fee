/** The logo: a sheet with a cut corner and an ink-blue F. */
export function Mark({ size = 20 }: { size?: number }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width={size}
      height={size}
      fill="none"
      strokeWidth="2"
      aria-hidden="true"
      className="flex-none"
    >
      <path d="M3 2.5h9.5L17.5 7v11H3z" stroke="currentColor" strokeLinejoin="round" />
      <path d="M7 15.5V6.5h5.5M7 11h7" className="stroke-accent" />
    </svg>
  )
}

export function Logo({ size }: { size?: number }) {
  return (
    <span className="inline-flex items-center gap-2.5 text-[0.9375rem]/5 font-strong">
      <Mark size={size} />
      <span translate="no">Filewright</span>
    </span>
  )
}
