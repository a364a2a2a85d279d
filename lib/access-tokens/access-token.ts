/** RFC 9068 §2.1: told apart from every other kind of JWT by its type. */
export const accessTokenType = 'at+jwt'

/** No issued token is longer (section 2 of the protocol), so a longer one is not ours. */
export const maxAccessTokenLength = 2_048

/** What a token allows when nothing else is asked for. */
export const defaultScope = 'sso'

/** Whom an access token speaks for: a user, through an API key and one of its refresh families. */
export type TokenSubject = Readonly<{ userId: string; keyId: string; familyId: string }>

export type VerifiedAccessToken = TokenSubject & Readonly<{ scope: string; tokenId: string }>
