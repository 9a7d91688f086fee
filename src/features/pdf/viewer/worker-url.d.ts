/** The URL of pdf.js's worker, built by scripts/pdf-worker.ts. */
declare module '*?sparing' {
  const url: string
  export default url
}
