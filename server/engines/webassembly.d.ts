/** The part of WebAssembly that the engines use: Node has it, but its types come with those of a browser only. */
declare namespace WebAssembly {
  class RuntimeError extends Error {}
  interface Module {
    readonly kind?: 'module'
  }
  interface Memory {
    readonly buffer: ArrayBuffer
  }
  type Exports = Record<string, unknown>
  interface Instance {
    readonly exports: Exports
  }
  function compile(bytes: Uint8Array): Promise<Module>
  function instantiate(module: Module, imports: Record<string, unknown>): Promise<Instance>
}
