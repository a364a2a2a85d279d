import type { accounts as english } from '#lib/i18n/messages/en/accounts.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const accounts: Translation<typeof english> = {
  title: 'Accounts beheren',
  sentence: 'De accounts die van hieruit worden geopend, en waar men in elk ervan terechtkomt.',
  add: 'Account toevoegen',
  added: '‘{name}’ is toegevoegd.',
  import: 'CSV-bestand importeren',
  searchLabel: 'Zoeken op naam of account-ID',
  filter: 'Status',
  states: { all: 'Alle', active: 'Actief', suspended: 'Geblokkeerd' },
  caption: 'Accounts',
  columns: {
    account: 'Account',
    locale: 'Taal en regio',
    deepPath: 'Landingspad',
    state: 'Status',
    actions: 'Acties',
  },
  active: 'Actief',
  suspendedSince: 'Geblokkeerd <when></when>',
  edit: 'Bewerken',
  editNamed: '{name} bewerken',
  suspend: 'Blokkeren',
  suspendNamed: '{name} blokkeren',
  resume: 'Deblokkeren',
  resumeNamed: '{name} deblokkeren',
  count: '{count, plural, one {# account} other {# accounts}}',
  onPage: '{count, plural, one {# account} other {# accounts}} op deze pagina',
  matchMore:
    'Meer dan {count, plural, one {# account komt} other {# accounts komen}} overeen. Typ meer om de zoekopdracht te verfijnen.',
  pages: 'Pagina’s van de lijst met accounts',
  firstPage: 'Eerste pagina',
  nextPage: 'Volgende pagina',
  none: {
    title: 'Nog geen accounts',
    why: 'Voeg het eerste toe of importeer ze allemaal uit een CSV-bestand.',
  },
  nothing: {
    title: 'Niets gevonden voor ‘{query}’',
    why: 'Er is gezocht in de naam en de ID van alle accounts met deze status: één of twee tekens aan het begin van woorden en ID’s, drie en meer op elke plaats. Probeer een deel van de naam of een andere status.',
    titleWithoutQuery: 'Geen account heeft deze status',
    clear: 'Alle accounts tonen',
  },
  form: {
    addTitle: 'Account toevoegen',
    addSentence: 'Eigenaars en admins kunnen het meteen openen, agents zodra het op hun lijst staat.',
    editTitle: '{name} bewerken',
    id: 'Account-ID',
    idHint:
      'De ID van het account in uw platform: letters, cijfers en daartussen . _ -. Deze kan later niet worden gewijzigd.',
    name: 'Naam',
    locale: 'Taal en regio',
    localeHint: 'De taal en de regio waarin het wordt geopend, bijvoorbeeld en-gb of nl-be.',
    deepPath: 'Landingspad',
    deepPathHint: 'Waar in het account men terechtkomt, bijvoorbeeld {example}.',
    add: 'Account toevoegen',
    save: 'Opslaan',
  },
  problems: {
    id: {
      malformed:
        '‘{value}’ is geen account-ID: gebruik letters, cijfers, punten, underscores en koppeltekens, hoogstens 64 tekens.',
      too_long: 'Deze ID is langer dan 64 tekens.',
      taken: 'Er is al een account met deze ID.',
    },
    name: {
      malformed: 'Deze naam bevat een regeleinde of een ander stuurteken.',
      too_long: 'Deze naam is langer dan 120 tekens.',
    },
    locale: {
      malformed: '‘{value}’ is niet geldig: gebruik een taal en een regio in kleine letters, bijvoorbeeld en-gb.',
    },
    deepPath: {
      malformed:
        '‘{value}’ is geen landingspad van dit account: begin met /accounts/ en de ID, zonder ‘..’, ‘//’ of gecodeerde schuine strepen; hoogstens 512 tekens.',
    },
  },
  suspension: {
    title: '{name} blokkeren?',
    sessions:
      '{count, plural, =0 {Op dit moment heeft niemand het geopend.} one {Het is in één sessie geopend: die stopt meteen.} other {Het is in # sessies geopend: die stoppen meteen.}}',
    why: 'Niemand kan het openen, van hieruit noch met een API-sleutel, totdat u het deblokkeert. Er wordt niets verwijderd.',
    confirm: 'Account blokkeren',
  },
}
