/** The address of pdf.js's worker as scripts/pdf-worker.ts lays it. */
declare module '*?sparing' {
  const url: string
  export default url
}
