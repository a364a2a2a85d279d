import { z } from 'zod'
import { fieldLengths } from '#lib/kernel/field-lengths.ts'
import { nameText } from '#lib/kernel/name-text.ts'

const base64url = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[\w-]*$/)

const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

/** How a browser reaches an authenticator (section 5.8.4). Values that are new to us are left out. */
export function knownTransports(texts: readonly string[]) {
  return transports.filter((transport) => texts.includes(transport))
}

// An ID has at most 1,023 bytes (WebAuthn, section 4).
const credential = {
  id: base64url(1_400).min(1),
  rawId: base64url(1_400),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
}

/** What `PublicKeyCredential.toJSON` returns after `navigator.credentials.get` (WebAuthn, section 5.1). */
export const assertionSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(4_000),
    signature: base64url(4_000),
  }),
})

/** What the browser signed, as JSON text (section 5.8.1). */
export const clientDataSchema = z
  .string()
  .transform(parseCredential)
  .pipe(z.object({ challenge: z.string() }))

/** The same after `navigator.credentials.create`. */
export const attestationSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(4_000),
    attestationObject: base64url(12_000),
    transports: z.array(z.string().max(32)).max(8).default([]).transform(knownTransports),
  }),
})

export const passkeyNameSchema = z.object({ name: nameText(fieldLengths.passkeyName.max) })

/** A credential that a form carries as JSON text; undefined for any other text, which no schema accepts. */
export function parseCredential(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
