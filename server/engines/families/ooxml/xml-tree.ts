import type { XmlElement, XmlNode } from './xml.ts'

export const isElement = (node: XmlNode): node is XmlElement => typeof node !== 'string'

export function element(
  name: string,
  attributes: Record<string, string> = {},
  children: XmlNode[] = [],
): XmlElement {
  return { name, attributes, children }
}

/** The child elements, optionally of one name. */
export function childrenOf(parent: XmlElement | undefined, name?: string): XmlElement[] {
  return (parent?.children ?? []).filter(
    (node): node is XmlElement => isElement(node) && (name === undefined || node.name === name),
  )
}

/** The element at a path of child names. */
export function childAt(parent: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  let found = parent
  for (const name of path) {
    found = found?.children.find((node): node is XmlElement => isElement(node) && node.name === name)
  }
  return found
}

/** An element and its descendants in document order. */
export function* elementsOf(root: XmlElement | undefined): Generator<XmlElement> {
  if (!root) return
  yield root
  for (const child of root.children) if (isElement(child)) yield* elementsOf(child)
}

/** The outermost elements of these names; doesn't descend into matches. */
export function outermost(root: XmlElement | undefined, ...names: string[]): XmlElement[] {
  return childrenOf(root).flatMap((child) =>
    names.includes(child.name) ? [child] : outermost(child, ...names),
  )
}

export function firstOf(root: XmlElement | undefined, name: string): XmlElement | undefined {
  for (const found of elementsOf(root)) if (found.name === name) return found
  return undefined
}

export function countOf(root: XmlElement | undefined, ...names: string[]): number {
  let count = 0
  for (const { name } of elementsOf(root)) if (names.includes(name)) count++
  return count
}

/** The text content of a node. */
export function textOf(node: XmlNode | undefined): string {
  if (node === undefined) return ''
  return isElement(node) ? node.children.map(textOf).join('') : node
}

/** Whether a boolean element is on: `1`, `true`, `on`, or present without a value. */
export function isOn(parent: XmlElement | undefined, name: string, valueName: string): boolean {
  const found = childAt(parent, name)
  return found !== undefined && isTrue(found.attributes[valueName] ?? 'true')
}

export const isTrue = (value: string | undefined): boolean =>
  value !== undefined && ['1', 'true', 'on'].includes(value)
