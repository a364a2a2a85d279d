import { isWellFormedSecret } from '#lib/domain/keys/api-keys/key-credentials.ts'
import { maxCredentials } from '#lib/domain/keys/leak-desk/containable.ts'
import { parseRefreshToken } from '#lib/domain/tokens/refresh-tokens/refresh-token.ts'

export type CredentialKind = 'secret' | 'refresh_token' | 'access_token' | 'sign_in_link'

/** A credential found in a text. Never stored, logged or returned to a client. */
export type FoundCredential = Readonly<{ kind: CredentialKind; text: string }>

const forms: Readonly<Record<CredentialKind, RegExp>> = {
  secret: /lksec_[0-9A-Za-z]{49}(?![0-9A-Za-z])/g,
  refresh_token: /lkrt1\.fam_[0-9A-Za-z]{20}\.[1-9][0-9]{0,14}\.[\w-]{43}(?![\w-])/g,
  access_token: /eyJ[\w-]{1,2000}\.[\w-]{1,2000}\.[\w-]{1,700}/g,
  // The token of a `grantUrl`; `&` may be escaped as in HTML or JSON.
  sign_in_link: /\/sso\?(?:[^\s"'<>]{0,3000}?(?:&|&amp;|\\u0026))?token=([\w-]{43})(?![\w-])/g,
}

/** The secrets, tokens and sign-in links in a text, each once, at most {@link maxCredentials}. */
export function findCredentials(text: string): readonly FoundCredential[] {
  const kinds = Object.keys(forms) as CredentialKind[]
  const found = kinds.flatMap((kind) =>
    [...new Set(Array.from(text.matchAll(forms[kind]), (match) => match[1] ?? match[0]))]
      .filter((credential) => isOurs(kind, credential))
      .map((credential) => ({ kind, text: credential })),
  )
  return found.slice(0, maxCredentials)
}

function isOurs(kind: CredentialKind, text: string): boolean {
  if (kind === 'secret') return isWellFormedSecret(text)
  return kind !== 'refresh_token' || parseRefreshToken(text) !== undefined
}
