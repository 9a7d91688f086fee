import type { XmlElement, XmlNode } from './xml.ts'

export const isElement = (node: XmlNode): node is XmlElement => typeof node !== 'string'

export function element(
  name: string,
  attributes: Record<string, string> = {},
  children: XmlNode[] = [],
): XmlElement {
  return { name, attributes, children }
}

/** The child elements, all or those of a name. */
export function childrenOf(parent: XmlElement | undefined, name?: string): XmlElement[] {
  return (parent?.children ?? []).filter(
    (node): node is XmlElement => isElement(node) && (name === undefined || node.name === name),
  )
}

/** The element at the end of a path of child names. */
export function childAt(parent: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  let found = parent
  for (const name of path) {
    found = found?.children.find((node): node is XmlElement => isElement(node) && node.name === name)
  }
  return found
}

/** An element and all elements below it, in document order. */
export function* elementsOf(root: XmlElement | undefined): Generator<XmlElement> {
  if (!root) return
  yield root
  for (const child of root.children) if (isElement(child)) yield* elementsOf(child)
}

/**
 * The elements of one of these names; what lies inside of one that was found is not looked at
 * again.
 */
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

/** All text below an element, as it stands. */
export function textOf(node: XmlNode | undefined): string {
  if (node === undefined) return ''
  return isElement(node) ? node.children.map(textOf).join('') : node
}

/**
 * Whether an attribute that stands for a switch is on: `1`, `true` or `on`, or present without a
 * value.
 */
export function isOn(parent: XmlElement | undefined, name: string, valueName: string): boolean {
  const found = childAt(parent, name)
  return found !== undefined && isTrue(found.attributes[valueName] ?? 'true')
}

export const isTrue = (value: string | undefined): boolean =>
  value !== undefined && ['1', 'true', 'on'].includes(value)
