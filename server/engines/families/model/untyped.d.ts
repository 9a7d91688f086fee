/** Types of packages without types, as far as they are used. */
declare module 'assimpjs' {
  interface AssimpFile {
    GetPath(): string
    GetContent(): Uint8Array
    delete(): void
  }
  interface AssimpResult {
    IsSuccess(): boolean
    GetErrorCode(): string
    FileCount(): number
    GetFile(index: number): AssimpFile
    delete(): void
  }
  interface AssimpFileList {
    AddFile(name: string, bytes: Uint8Array): void
    delete(): void
  }
  export interface Assimp {
    FileList: new () => AssimpFileList
    ConvertFileList(files: AssimpFileList, format: string): AssimpResult
  }
  export default function start(options?: {
    print(text: string): void
    printErr(text: string): void
  }): Promise<Assimp>
}

declare module 'draco3dgltf' {
  const draco: { createDecoderModule(): Promise<unknown>; createEncoderModule(): Promise<unknown> }
  export default draco
}

declare module 'gltf-validator' {
  interface Options {
    onlyIssues: readonly string[]
    maxIssues: number
    writeTimestamp: boolean
    externalResourceFunction?(uri: string): Promise<Uint8Array>
  }
  interface Report {
    issues: { numErrors: number; messages: { code: string; message: string; pointer?: string }[] }
    /** Missing if the file is no glTF. */
    info?: { totalTriangleCount: number }
  }
  export function validateBytes(bytes: Uint8Array, options: Options): Promise<Report>
  export function validateString(json: string, options: Options): Promise<Report>
}

declare module 'occt-import-js' {
  interface CadNode {
    name: string
    meshes: number[]
    children: CadNode[]
  }
  interface CadMesh {
    name: string
    color?: [number, number, number]
    brep_faces: { first: number; last: number; color: [number, number, number] | null }[]
    attributes: { position: { array: number[] }; normal?: { array: number[] } }
    index: { array: number[] }
  }
  export interface CadResult {
    success: boolean
    root: CadNode
    meshes: CadMesh[]
  }
  type Read = (bytes: Uint8Array, settings: Record<string, unknown> | null) => CadResult
  export interface Cad {
    ReadStepFile: Read
    ReadIgesFile: Read
    ReadBrepFile: Read
  }
  export default function start(options?: {
    print(text: string): void
    printErr(text: string): void
  }): Promise<Cad>
}
