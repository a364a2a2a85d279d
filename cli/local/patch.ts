/** The fields to change, named as in the management API (RFC 7396). */
export type Patch = Readonly<Record<string, unknown>>

/** The precondition of a change of whatever there is now. */
export function unconditional(): void {}
