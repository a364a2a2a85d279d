import type { launcher as english } from '#lib/i18n/messages/en/launcher.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const launcher: Translation<typeof english> = {
  title: 'Konten',
  searchLabel: 'Nach Name oder Konto-ID suchen',
  pinned: 'Angeheftet',
  recent: 'Zuletzt geöffnet',
  all: 'Alle Konten',
  results: 'Gefunden',
  count: '{count, plural, one {# Konto} other {# Konten}}',
  moreThan: 'Mehr als {count, plural, one {# Konto} other {# Konten}}',
  open: 'Konto öffnen',
  openShort: 'Öffnen',
  openNamed: 'Konto {name} öffnen',
  pin: '{name} anheften',
  unpin: '{name} lösen',
  lastOpened: 'Zuletzt geöffnet',
  showMore: 'Weitere anzeigen',
  typeMore: 'Das sind {shown, number} davon. Geben Sie mehr ein, um die Suche einzugrenzen.',
  showsMost: 'Das sind die ersten {shown, number}. Die anderen finden Sie über die Suche.',
  elsewhere: {
    named: 'Konten öffnen sich auf {platform} als dortiger Benutzer {user}, wer auch immer sie hier öffnet.',
    unnamed:
      'Konten öffnen sich auf {platform} als Inhaber eines einzigen API-Schlüssels, wer auch immer sie hier öffnet.',
    anyBrowser: 'Bis er benutzt ist, gilt der Link dorthin in jedem Browser.',
  },
  nothing: {
    title: 'Nichts gefunden für „{query}“',
    why: 'Durchsucht wurden Name und ID aller Konten, die Sie öffnen dürfen: ein oder zwei Zeichen am Anfang von Wörtern und IDs, drei und mehr an jeder Stelle. Versuchen Sie es mit einem Teil des Namens oder dem Anfang der ID. Gesperrte Konten sind nicht darunter.',
    clear: 'Alle Konten anzeigen',
  },
  noneForManager: {
    title: 'Noch lässt sich kein Konto öffnen',
    why: 'Legen Sie Ihr erstes Konto an, oder importieren Sie alle aus einer CSV-Datei. Gesperrte Konten lassen sich unter „Konten verwalten“ wieder freigeben.',
    add: 'Konto anlegen',
    import: 'CSV-Datei importieren',
  },
  noneForAgent: {
    title: 'Für Sie ist noch kein Konto freigegeben',
    why: 'Ein Inhaber oder ein Admin kann Ihnen unter „Benutzer und Zugriff“ Zugriff geben. Sobald das geschehen ist, stehen Ihre Konten hier.',
  },
  keys: {
    search: 'Suchen',
    move: 'Bewegen',
    open: 'Öffnen',
    newTab: 'In neuem Tab öffnen',
    pin: 'Anheften',
  },
}
