export function NewSigning() {
  return null
}
