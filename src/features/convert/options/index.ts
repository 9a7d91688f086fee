export { OptionControl } from './option-control.tsx'
export {
  faultOf,
  type OptionField,
  type OptionValues,
  optionFields,
  withoutDefaults,
  withoutSecrets,
} from './options-schema.ts'
