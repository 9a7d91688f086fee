export { CropPanel } from './crop/crop-panel.tsx'
export { OptionControl } from './option-control.tsx'
export { OptionsForm } from './options-form.tsx'
export {
  faultOf,
  type OptionField,
  type OptionValues,
  optionFields,
  optionValue,
  withoutDefaults,
  withoutSecrets,
} from './options-schema.ts'
