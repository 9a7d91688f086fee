/** The part of WebAssembly that the engines use; otherwise only the DOM types declare it. */
declare namespace WebAssembly {
  class RuntimeError extends Error {}
  interface Module {
    readonly kind?: 'module'
  }
  class Memory {
    constructor(descriptor: { initial: number; maximum: number; shared: boolean })
    readonly buffer: ArrayBuffer
  }
  type Exports = Record<string, unknown>
  interface Instance {
    readonly exports: Exports
  }
  function compileStreaming(response: Response): Promise<Module>
  function compile(bytes: Uint8Array): Promise<Module>
  function instantiate(module: Module, imports: Record<string, unknown>): Promise<Instance>
}
