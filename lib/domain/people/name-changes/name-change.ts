/** The names that identify a user: to the sign-in page, a directory, and a person who looks for them. */
export const signInNames = ['username', 'email'] as const

export type SignInName = (typeof signInNames)[number]

/** New names of a user that don't count yet; null for one that stays. */
export type NameChange = Readonly<{ username: string | null; email: string | null; requestedAt: number }>
