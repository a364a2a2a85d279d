import type { security as english } from '#lib/i18n/messages/en/security.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const security: Translation<typeof english> = {
  title: 'La Sua sicurezza',
  why: 'La Sua password e i luoghi in cui ha effettuato l’accesso.',
  password: {
    title: 'Password',
    lastSet: 'Impostata: <time></time>. Cambiandola esce da ogni altro luogo.',
    current: 'Password attuale',
    new: 'Nuova password',
    wrong: 'Non è la password attuale.',
    newHint: 'Almeno 15 caratteri di qualsiasi tipo.',
    submit: 'Cambia la password',
    changed: 'La Sua password è cambiata.',
    alsoSignedOut:
      '{count, plural, =0 {Non aveva effettuato l’accesso altrove.} one {È uscito da un altro luogo.} other {È uscito da altri # luoghi.}}',
    unknownOutcome:
      'Non sappiamo se la password è stata cambiata. Riprova. Se la password attuale viene rifiutata, è già valida quella nuova.',
  },
  sessions: {
    title: 'Dove ha effettuato l’accesso',
    why: 'Termini ciò che non riconosce, poi cambi la password. Anche gli account aperti da lì vengono chiusi.',
    browser: 'Browser',
    address: 'Indirizzo',
    since: 'Da',
    lastSeen: 'Ultimo utilizzo',
    actions: 'Azioni',
    browserOn: '{browser} su {system}',
    unknownBrowser: 'Browser sconosciuto',
    current: 'Questo browser',
    end: 'Termina',
    endNamed: 'Termina la sessione: {browser}, {address}',
    endOthers: 'Termina tutte le altre',
    ended: 'La sessione è terminata.',
    othersEnded:
      '{count, plural, =0 {Non c’erano altre sessioni.} one {L’altra sessione è terminata.} other {Altre # sessioni sono terminate.}}',
  },
}
