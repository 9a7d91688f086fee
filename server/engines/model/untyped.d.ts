/** Packages that come without types: only what is used of them. */
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
