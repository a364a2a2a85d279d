/** Lengths of form fields, in characters. Error messages contain the limit. */
export const fieldLengths = {
  name: { min: 1, max: 120 },
  username: { min: 2, max: 64 },
  email: { min: 3, max: 254 },
  organizationName: { min: 1, max: 60 },
  passkeyName: { min: 1, max: 60 },
} as const

/** Of a search in a list. */
export const maxSearchLength = 120

export type Lengths = Readonly<{ min: number; max: number }>
