import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { testBaseUrl } from '#lib/testing/test-services.ts'

/** What an authenticator or its browser does differently from an honest one. */
export type Misbehavior = Readonly<{
  origin?: string
  rpId?: string
  isUserVerified?: boolean
  counter?: number
  challenge?: string
  /** The last byte of the signature differs. */
  isForged?: boolean
}>

const flags = { userPresent: 0x01, userVerified: 0x04, attestedCredential: 0x40 } as const

/** A security key with one passkey: it signs with ES256 and counts its uses. */
export function createAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let uses = 0

  function credential(challenge: string, type: 'webauthn.create' | 'webauthn.get', deviation: Misbehavior) {
    const { origin = testBaseUrl, rpId = new URL(testBaseUrl).hostname, isUserVerified = true } = deviation
    const clientData = JSON.stringify({ type, challenge: deviation.challenge ?? challenge, origin, crossOrigin: false })
    uses = deviation.counter ?? uses + 1
    const isNew = type === 'webauthn.create'
    const authData = Buffer.concat([
      createHash('sha256').update(rpId).digest(),
      Buffer.from([
        flags.userPresent | (isUserVerified ? flags.userVerified : 0) | (isNew ? flags.attestedCredential : 0),
      ]),
      toBytes(uses, 4),
      ...(isNew ? [Buffer.alloc(16), toBytes(credentialId.length, 2), credentialId, toCose(publicKey)] : []),
    ])
    return { clientData: Buffer.from(clientData), authData }
  }

  const base = { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const
  return {
    id,
    /** `navigator.credentials.create(…)` and `toJSON()`. */
    create({ challenge }: Readonly<{ challenge: string }>, deviation: Misbehavior = {}) {
      const { clientData, authData } = credential(challenge, 'webauthn.create', deviation)
      const attestation = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(authData)],
        ]) as never,
      )
      const response = {
        clientDataJSON: encode(clientData),
        attestationObject: encode(attestation),
        transports: ['usb'],
      }
      return { ...base, response }
    },
    /** `navigator.credentials.get(…)` and `toJSON()`. */
    get({ challenge }: Readonly<{ challenge: string }>, deviation: Misbehavior = {}) {
      const { clientData, authData } = credential(challenge, 'webauthn.get', deviation)
      const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()])
      const signature = sign('sha256', signed, privateKey)
      if (deviation.isForged) signature.writeUInt8(signature.readUInt8(signature.length - 1) ^ 1, signature.length - 1)
      const response = {
        clientDataJSON: encode(clientData),
        authenticatorData: encode(authData),
        signature: encode(signature),
      }
      return { ...base, response }
    },
  }
}

export type Authenticator = ReturnType<typeof createAuthenticator>

/** A P-256 key as COSE (RFC 9053, section 7.1.1): EC2, ES256. */
function toCose(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const key = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ])
  return Buffer.from(isoCBOR.encode(key as never))
}

function toBytes(number: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  bytes.writeUIntBE(number, 0, length)
  return bytes
}

function encode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
