import { offerConfirmationAction, offerPasskeyAction } from './passkey-actions.ts'

/**
 * What came of asking the browser for a passkey: its response as JSON text. `cancelled` needs no message; `known`: the
 * authenticator has a passkey of this user; `unconfirmed`: the last confirmation has expired.
 */
export type PasskeyOutcome =
  | Readonly<{ credential: string }>
  | 'cancelled'
  | 'unsupported'
  | 'known'
  | 'unconfirmed'
  | 'failed'

/** Confirms with a passkey of the user. */
export function confirmWithPasskey(): Promise<PasskeyOutcome> {
  return askBrowser(async () => {
    const offered = await offerConfirmationAction()
    if (!offered.ok) return 'failed'
    const { extensions: _extensions, ...options } = offered.value
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
    return navigator.credentials.get({ publicKey })
  })
}

/** Creates a passkey for the user. */
export function createPasskey(): Promise<PasskeyOutcome> {
  return askBrowser(async () => {
    const offered = await offerPasskeyAction()
    if (!offered.ok) return offered.code === 'confirmation_required' ? 'unconfirmed' : 'failed'
    const { extensions: _extensions, ...options } = offered.value
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
    return navigator.credentials.create({ publicKey })
  })
}

async function askBrowser(ask: () => Promise<Credential | null | 'unconfirmed' | 'failed'>): Promise<PasskeyOutcome> {
  if (typeof PublicKeyCredential === 'undefined' || !('parseCreationOptionsFromJSON' in PublicKeyCredential)) {
    return 'unsupported'
  }
  try {
    const response = await ask()
    return typeof response === 'string' ? response : { credential: JSON.stringify(response) }
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    // A user who cancels, or lets the time go by, knows it.
    if (name === 'NotAllowedError' || name === 'AbortError') return 'cancelled'
    return name === 'InvalidStateError' ? 'known' : 'failed'
  }
}
