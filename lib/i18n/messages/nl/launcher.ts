import type { launcher as english } from '#lib/i18n/messages/en/launcher.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const launcher: Translation<typeof english> = {
  title: 'Accounts',
  searchLabel: 'Zoeken op naam of account-ID',
  pinned: 'Vastgezet',
  recent: 'Recent',
  all: 'Alle accounts',
  results: 'Gevonden',
  count: '{count, plural, one {# account} other {# accounts}}',
  moreThan: 'Meer dan {count, plural, one {# account} other {# accounts}}',
  open: 'Account openen',
  openShort: 'Openen',
  openNamed: 'Account {name} openen',
  pin: '{name} vastzetten',
  unpin: '{name} losmaken',
  lastOpened: 'Laatst geopend',
  showMore: 'Meer tonen',
  typeMore: 'Dit zijn er {shown, number} van. Typ meer om de zoekopdracht te verfijnen.',
  showsMost: 'Dit zijn de eerste {shown, number}. Zoek om de andere te vinden.',
  elsewhere: {
    named: 'Accounts worden op {platform} geopend als gebruiker {user} daar, wie ze hier ook opent.',
    unnamed: 'Accounts worden op {platform} geopend als de eigenaar van één API-sleutel, wie ze hier ook opent.',
    anyBrowser: 'Tot hij is gebruikt, werkt de link in elke browser.',
  },
  nothing: {
    title: 'Niets gevonden voor ‘{query}’',
    why: 'Er is gezocht in de naam en de ID van alle accounts die u mag openen: één of twee tekens aan het begin van woorden en ID’s, drie en meer op elke plaats. Probeer een deel van de naam of het begin van de ID. Geblokkeerde accounts horen daar niet bij.',
    clear: 'Alle accounts tonen',
  },
  noneForManager: {
    title: 'Er is nog geen account om te openen',
    why: 'Voeg uw eerste account toe of importeer ze allemaal uit een CSV-bestand. Geblokkeerde accounts kunnen onder ‘Accounts beheren’ worden gedeblokkeerd.',
    add: 'Account toevoegen',
    import: 'CSV-bestand importeren',
  },
  noneForAgent: {
    title: 'Er is nog geen account voor u beschikbaar',
    why: 'Een eigenaar of een admin kan u onder ‘Gebruikers en toegang’ toegang geven. Zodra dat is gebeurd, staan uw accounts hier.',
  },
  keys: {
    search: 'Zoeken',
    move: 'Verplaatsen',
    open: 'Openen',
    newTab: 'In een nieuw tabblad openen',
    pin: 'Vastzetten',
  },
}
