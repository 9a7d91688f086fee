/** The little of jsdom that is used where no browser's types are at hand. */
declare module 'jsdom' {
  interface Element {
    readonly textContent: string
    readonly innerHTML: string
    readonly attributes: Iterable<{ name: string }>
    getAttribute(name: string): string | null
  }
  interface Document {
    readonly title: string
    querySelector(selector: string): Element | null
    querySelectorAll(selector: string): ArrayLike<Element> & Iterable<Element>
    getElementById(id: string): Element | null
  }
  export class JSDOM {
    constructor(html: string)
    readonly window: { document: Document }
  }
}
