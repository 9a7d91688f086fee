export { localFile, type WorkFile } from './work-file.ts'
export { Workbench } from './workbench.tsx'
