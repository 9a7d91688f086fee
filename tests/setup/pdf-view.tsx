/** In place of the preview of PDFs: it reads them in a worker, which jsdom does not have. */
export const PdfView = () => null
