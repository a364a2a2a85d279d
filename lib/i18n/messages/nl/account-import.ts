import type { accountImport as english } from '#lib/i18n/messages/en/account-import.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const accountImport: Translation<typeof english> = {
  upload: {
    title: 'Accounts importeren',
    sentence:
      'Voeg veel accounts tegelijk toe, of wijzig hun naam, taal en regio of landingspad. Er wordt niets geschreven voordat u hebt gezien wat er gebeurt.',
    file: 'CSV-bestand',
    fileHint: 'UTF-8, met komma’s, puntkomma’s of tabs; hoogstens 5 MB en 50.000 rijen.',
    check: 'Bestand controleren',
    template: 'Sjabloon downloaden',
    columnsCaption: 'De kolommen van het bestand',
    columns: { column: 'Kolom', meaning: 'Wat erin staat' },
    meanings: {
      id: 'De ID van het account: letters, cijfers en . _ -. Bestaat die al, dan wordt het account gewijzigd, anders toegevoegd.',
      name: 'De naam die men ziet, tot 120 tekens.',
      locale: 'Mag ontbreken. Taal en regio, bijvoorbeeld en-gb. Een lege cel haalt ze weg.',
      deepPath: 'Mag ontbreken. Waar in het account men terechtkomt. Een lege cel haalt het weg.',
    },
    problems: {
      required: 'Kies eerst een bestand.',
      too_large: 'Dit bestand is groter dan 5 MB. Verdeel het over meerdere bestanden.',
      spreadsheet: 'Dit is een werkmap. Kies in uw spreadsheetprogramma ‘Opslaan als’ en dan ‘CSV UTF-8’.',
      not_utf8: 'Dit bestand is geen UTF-8-tekst. Kies in uw spreadsheetprogramma ‘Opslaan als’ en dan ‘CSV UTF-8’.',
      quotes: 'Bij regel {line} is een aanhalingsteken niet gesloten, of staat het in een cel zonder aanhalingstekens.',
      column_missing: 'De eerste regel moet de kolommen noemen, waaronder ‘id’ en ‘name’.',
      column_repeated: 'In de eerste regel komt een kolom twee keer voor.',
      no_rows: 'Er staan geen accounts in dit bestand.',
      too_many_rows: 'Dit bestand heeft meer dan 50.000 rijen. Verdeel het over meerdere bestanden.',
    },
  },
  review: {
    title: '{fileName} importeren',
    created: 'Nieuw',
    updated: 'Gewijzigd',
    unchanged: 'Ongewijzigd',
    bad: 'Niet te importeren',
    sentence: 'Dit gaat er gebeuren. Er is nog niets geschreven.',
    unusedColumns:
      '{count, plural, one {Deze kolom wordt niet gelezen: {names}} other {Deze kolommen worden niet gelezen: {names}}}',
    badTitle:
      '{count, plural, one {Eén rij kan niet worden geïmporteerd} other {# rijen kunnen niet worden geïmporteerd}}',
    badSentence: 'Verbeter ze in uw bestand en kies het opnieuw, of importeer de andere zonder deze.',
    badCaption: 'Rijen die niet kunnen worden geïmporteerd',
    line: 'Regel {line, number}',
    badColumns: { line: 'Regel', id: 'Account-ID', problem: 'Wat er niet klopt' },
    moreBad: 'en {count, plural, one {nog één} other {nog #}}',
    downloadBad: 'Geweigerde rijen downloaden',
    changesTitle: '{count, plural, one {Eén account verandert} other {# accounts veranderen}}',
    changesSentence: 'De huidige waarden en die uit uw bestand.',
    changesCaption: 'Accounts die veranderen, voor en na',
    changesColumns: { field: 'Veld', before: 'Voor', after: 'Na' },
    emptyValue: 'Leeg',
    confirm: '{count, plural, one {Eén account importeren} other {# accounts importeren}}',
    confirmWithoutBad: '{count, plural, one {De ene goede rij importeren} other {De # goede rijen importeren}}',
    nothingToDo: 'Alle accounts in dit bestand zijn er al, precies zo.',
    another: 'Ander bestand kiezen',
  },
  rowProblems: {
    row: { cells: 'Deze rij heeft meer of minder cellen dan de eerste regel.' },
    id: {
      required: 'De ID ontbreekt.',
      too_long: 'De ID is langer dan 64 tekens.',
      malformed:
        '‘{value}’ is geen account-ID: gebruik letters, cijfers, punten, underscores en koppeltekens, hoogstens 64 tekens.',
      repeated: 'Regel {line, number} heeft deze ID al.',
    },
    name: {
      required: 'De naam ontbreekt.',
      too_long: 'De naam is langer dan 120 tekens.',
      malformed: 'De naam bevat een regeleinde of een ander stuurteken.',
    },
    locale: {
      malformed: '‘{value}’ is niet geldig: gebruik een taal en een regio in kleine letters, bijvoorbeeld en-gb.',
    },
    deepPath: {
      malformed:
        '‘{value}’ is geen landingspad van dit account: begin met /accounts/ en de ID, zonder ‘..’, ‘//’ of gecodeerde schuine strepen; hoogstens 512 tekens.',
    },
  },
  progress: {
    label: 'Voortgang van de import',
    done: '{done, number} van {total, number} rijen',
    running: 'De import loopt. U mag deze pagina sluiten: wat gedaan is, blijft gedaan.',
    stoppedTitle: 'De import is gestopt',
    stopped:
      '{done, number} van {total, number} rijen zijn geïmporteerd. De import kan verdergaan waar die is gestopt.',
    goOn: 'Doorgaan',
    finishedTitle:
      '{count, plural, =0 {Er viel niets te wijzigen} one {Eén account geïmporteerd} other {# accounts geïmporteerd}}',
    skipped: '{count, plural, one {Eén rij is overgeslagen.} other {# rijen zijn overgeslagen.}}',
    toAccounts: 'Naar de accounts',
    again: 'Nog een bestand importeren',
  },
}
