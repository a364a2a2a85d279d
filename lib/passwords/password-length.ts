/** The length of a new password, in characters (NIST SP 800-63B §3.1.1.2). Forms import it without the word lists. */
export const newPasswordLength = { min: 15, max: 128 } as const
