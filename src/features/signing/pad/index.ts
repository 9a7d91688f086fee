export { Drawing } from './drawing.tsx'
export { asPng, inked } from './picture.ts'
export { SignatureMaker } from './signature-maker.tsx'
