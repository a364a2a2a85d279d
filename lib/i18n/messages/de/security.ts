import type { security as english } from '#lib/i18n/messages/en/security.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const security: Translation<typeof english> = {
  title: 'Ihre Sicherheit',
  why: 'Ihr Passwort und die Orte, an denen Sie angemeldet sind.',
  password: {
    title: 'Passwort',
    lastSet: 'Festgelegt: <time></time>. Eine Änderung meldet Sie überall sonst ab.',
    current: 'Aktuelles Passwort',
    new: 'Neues Passwort',
    wrong: 'Das ist nicht Ihr aktuelles Passwort.',
    newHint: 'Mindestens 15 beliebige Zeichen.',
    submit: 'Passwort ändern',
    changed: 'Ihr Passwort ist geändert.',
    alsoSignedOut:
      '{count, plural, =0 {Sie waren nirgends sonst angemeldet.} one {Sie sind an einem anderen Ort abgemeldet.} other {Sie sind an # anderen Orten abgemeldet.}}',
    unknownOutcome:
      'Wir wissen nicht, ob Ihr Passwort geändert wurde. Versuchen Sie es erneut. Wird das aktuelle Passwort abgelehnt, gilt bereits das neue.',
  },
  sessions: {
    title: 'Wo Sie angemeldet sind',
    why: 'Beenden Sie, was Sie nicht wiedererkennen, und ändern Sie dann Ihr Passwort. Auch von dort geöffnete Konten werden geschlossen.',
    browser: 'Browser',
    address: 'Adresse',
    since: 'Seit',
    lastSeen: 'Zuletzt benutzt',
    actions: 'Aktionen',
    browserOn: '{browser} unter {system}',
    unknownBrowser: 'Unbekannter Browser',
    current: 'Dieser Browser',
    end: 'Beenden',
    endNamed: 'Sitzung beenden: {browser}, {address}',
    endOthers: 'Alle anderen beenden',
    ended: 'Die Sitzung ist beendet.',
    othersEnded:
      '{count, plural, =0 {Es gab keine anderen Sitzungen.} one {Die andere Sitzung ist beendet.} other {# andere Sitzungen sind beendet.}}',
  },
}
