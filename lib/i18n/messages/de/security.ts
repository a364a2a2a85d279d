import type { security as english } from '#lib/i18n/messages/en/security.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const security: Translation<typeof english> = {
  title: 'Ihre Sicherheit',
  why: 'Ihr Passwort und die Orte, an denen Sie angemeldet sind.',
  password: {
    title: 'Passwort',
    lastSet: 'Festgelegt <time></time>. Wenn Sie es ändern, werden Sie überall sonst abgemeldet.',
    current: 'Aktuelles Passwort',
    new: 'Neues Passwort',
    newHint: 'Mindestens 15 beliebige Zeichen.',
    submit: 'Passwort ändern',
    changed: 'Ihr Passwort ist geändert.',
    alsoSignedOut:
      '{count, plural, =0 {Sie waren nirgendwo sonst angemeldet.} one {Sie sind an einem weiteren Ort abgemeldet.} other {Sie sind an # weiteren Orten abgemeldet.}}',
  },
  sessions: {
    title: 'Wo Sie angemeldet sind',
    why: 'Beenden Sie, was Sie nicht kennen, und ändern Sie danach Ihr Passwort. Von dort geöffnete Konten werden ebenfalls geschlossen.',
    browser: 'Browser',
    address: 'Adresse',
    since: 'Seit',
    lastSeen: 'Zuletzt genutzt',
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
