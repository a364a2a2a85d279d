/** Why a file can't be the logo. */
export const logoProblems = ['required', 'too_large', 'not_an_image', 'too_many_pixels', 'animated'] as const

export type LogoProblem = (typeof logoProblems)[number]

/** In units of the file. */
export type LogoSize = Readonly<{ width: number; height: number }>
