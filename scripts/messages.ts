import type { PluginItem } from '@babel/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'

/** What is used here of Babel's nodes. */
interface Node {
  type: string
  value?: unknown
}
interface Descriptor extends Node {
  leadingComments?: { value: string }[] | null
  properties: { key?: { name?: string }; value: Node }[]
}

/** The comment before every descriptor that the macro makes. */
const MARK = '* i18n '

/**
 * `{count, plural, one {# file} other {# files}}` as Lingui reads it; plain words stay as they are.
 * What is undefined in it is left out.
 */
function read(message: string): unknown {
  const tokens = compileMessageOrThrow(message)
  return tokens.length === 1 && typeof tokens[0] === 'string' ? tokens[0] : JSON.parse(JSON.stringify(tokens))
}

/** Messages with values in them are read while the pages are built, and never in a browser. */
const readMessages = ({ types }: { types: { valueToNode: (value: unknown) => Node } }) => ({
  visitor: {
    ObjectExpression({ node }: { node: Descriptor }) {
      if (!node.leadingComments?.some(({ value }) => value === MARK)) return
      for (const property of node.properties)
        if (property.key?.name === 'message' && property.value.type === 'StringLiteral')
          property.value = types.valueToNode(read(property.value.value as string))
    },
  },
})

/** Lingui's macros. Messages stay in the code in English, which needs no catalogue to be loaded. */
export function messages() {
  const { preset, ...filter } = linguiTransformerBabelPreset({ descriptorFields: 'message' })
  const { plugins } = preset as { plugins: PluginItem[] }
  return babel({ presets: [{ ...filter, preset: { plugins: [...plugins, readMessages] } }] })
}
