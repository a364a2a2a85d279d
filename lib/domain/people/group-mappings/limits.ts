export const maxMappingsOfSource = 500

/** Names of a provider's or a directory's groups. */
export const mappedNameLengths = { min: 1, max: 256 } as const
