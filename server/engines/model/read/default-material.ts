/** The material that the importer gives to whatever has none. */
export const DEFAULT_MATERIAL = 'DefaultMaterial'
