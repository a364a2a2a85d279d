/**
 * The length of a new password, in characters (NIST SP 800-63B §3.1.1.2). Forms import it without the word lists.
 * `minWithFactor`: for a user who has a second factor.
 */
export const newPasswordLength = { min: 15, minWithFactor: 8, max: 128 } as const

export type PasswordLength = Readonly<{ min: number; max: number }>

/** The length of a new password of a user with or without a second factor. */
export function passwordLengthFor(hasFactor: boolean): PasswordLength {
  const { min, minWithFactor, max } = newPasswordLength
  return { min: hasFactor ? minWithFactor : min, max }
}
