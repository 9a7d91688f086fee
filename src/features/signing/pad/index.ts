export { Drawing } from './drawing.tsx'
export { asPng, inked } from './signature-image.ts'
export { SignatureMaker } from './signature-maker.tsx'
