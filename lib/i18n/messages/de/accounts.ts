import type { accounts as english } from '#lib/i18n/messages/en/accounts.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const accounts: Translation<typeof english> = {
  title: 'Konten verwalten',
  sentence: 'Die Konten, die von hier aus geöffnet werden, und wo man jeweils landet.',
  add: 'Konto anlegen',
  added: '„{name}“ wurde hinzugefügt.',
  import: 'CSV-Datei importieren',
  searchLabel: 'Nach Name oder Konto-ID suchen',
  filter: 'Zustand',
  states: { all: 'Alle', active: 'Aktiv', suspended: 'Gesperrt' },
  caption: 'Konten',
  columns: {
    account: 'Konto',
    locale: 'Sprache und Region',
    deepPath: 'Zielpfad',
    state: 'Zustand',
    actions: 'Aktionen',
  },
  active: 'Aktiv',
  suspendedSince: 'Gesperrt <when></when>',
  edit: 'Bearbeiten',
  editNamed: '{name} bearbeiten',
  suspend: 'Sperren',
  suspendNamed: '{name} sperren',
  resume: 'Wieder freigeben',
  resumeNamed: '{name} wieder freigeben',
  count: '{count, plural, one {# Konto} other {# Konten}}',
  onPage: '{count, plural, one {# Konto} other {# Konten}} auf dieser Seite',
  matchMore:
    'Mehr als {count, plural, one {# Konto passt} other {# Konten passen}}. Geben Sie mehr ein, um die Suche einzugrenzen.',
  pages: 'Seiten der Kontenliste',
  firstPage: 'Erste Seite',
  nextPage: 'Nächste Seite',
  none: {
    title: 'Noch keine Konten',
    why: 'Legen Sie das erste an, oder importieren Sie alle aus einer CSV-Datei.',
  },
  nothing: {
    title: 'Nichts gefunden für „{query}“',
    why: 'Durchsucht wurden Name und ID aller Konten in diesem Zustand: ein oder zwei Zeichen am Anfang von Wörtern und IDs, drei und mehr an jeder Stelle. Versuchen Sie es mit einem Teil des Namens oder einem anderen Zustand.',
    titleWithoutQuery: 'Kein Konto ist in diesem Zustand',
    clear: 'Alle Konten anzeigen',
  },
  form: {
    addTitle: 'Konto anlegen',
    addSentence: 'Inhaber und Admins können es sofort öffnen, Agenten, sobald es auf ihrer Liste steht.',
    editTitle: '{name} bearbeiten',
    id: 'Konto-ID',
    idHint:
      'Die ID des Kontos in Ihrer Plattform: Buchstaben, Ziffern und dazwischen . _ -. Sie lässt sich später nicht ändern.',
    name: 'Name',
    locale: 'Sprache und Region',
    localeHint: 'Sprache und Region, in der es geöffnet wird, etwa en-gb oder de-at.',
    deepPath: 'Zielpfad',
    deepPathHint: 'Wo im Konto man landet, etwa {example}.',
    add: 'Konto anlegen',
    save: 'Speichern',
  },
  problems: {
    id: {
      malformed:
        '„{value}“ ist keine Konto-ID: Verwenden Sie Buchstaben, Ziffern, Punkte, Unterstriche und Bindestriche, höchstens 64 Zeichen.',
      too_long: 'Diese ID ist länger als 64 Zeichen.',
      taken: 'Ein Konto mit dieser ID gibt es bereits.',
    },
    name: {
      malformed: 'Dieser Name enthält einen Zeilenumbruch oder ein anderes Steuerzeichen.',
      too_long: 'Dieser Name ist länger als 120 Zeichen.',
    },
    locale: {
      malformed: '„{value}“ ist keine gültige Angabe: Schreiben Sie Sprache und Region in Kleinbuchstaben, etwa en-gb.',
    },
    deepPath: {
      malformed:
        '„{value}“ ist kein Zielpfad dieses Kontos: Beginnen Sie mit /accounts/ und der ID, ohne „..“, „//“ oder kodierte Schrägstriche; höchstens 512 Zeichen.',
    },
  },
  suspension: {
    title: '{name} sperren?',
    sessions:
      '{count, plural, =0 {Im Augenblick hat es niemand geöffnet.} one {Es ist in einer Sitzung geöffnet: Sie endet sofort.} other {Es ist in # Sitzungen geöffnet: Sie enden sofort.}}',
    why: 'Niemand kann es öffnen, weder von hier noch mit einem API-Schlüssel, bis Sie es wieder freigeben. Gelöscht wird nichts.',
    confirm: 'Konto sperren',
  },
}
