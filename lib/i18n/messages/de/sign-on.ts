import type { signOn as english } from '#lib/i18n/messages/en/sign-on.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const signOn: Translation<typeof english> = {
  accounts: 'Zu Ihren Konten',
  again: 'Erneut versuchen',
  clearCookies: 'Cookies löschen',
  openAgain: 'Konto erneut öffnen',
  backTo: 'Zurück zu {host}',
  switchTitle: '{account} als {user} öffnen?',
  switchHeld:
    '{holder} hat dieses Konto in diesem Browser geöffnet. Wenn Sie fortfahren, endet diese Sitzung, und was dort nicht gespeichert wurde, geht verloren.',
  switchFree: 'Dieser Browser fragt nach, bevor er das Konto unter einem anderen Namen als zuvor öffnet.',
  switchTo: 'Als {user} fortfahren',
  keep: 'Bisherige Sitzung behalten',
}
