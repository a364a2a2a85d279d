import type { signOn as english } from '#lib/i18n/messages/en/sign-on.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const signOn: Translation<typeof english> = {
  accounts: 'Vai ai Suoi account',
  again: 'Riprova',
  clearCookies: 'Elimina i cookie',
  openAgain: 'Apri di nuovo l’account',
  backTo: 'Torna a {host}',
  switchTitle: 'Aprire {account} come {user}?',
  switchHeld:
    '{holder} ha aperto questo account in questo browser. Se continua, quella sessione termina e ciò che non vi è stato salvato va perso.',
  switchFree: 'Questo browser chiede conferma prima di aprire l’account con un nome diverso da prima.',
  switchTo: 'Continua come {user}',
  keep: 'Mantieni la sessione attuale',
}
