import type { accountImport as english } from '#lib/i18n/messages/en/account-import.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const accountImport: Translation<typeof english> = {
  upload: {
    title: 'Konten importieren',
    sentence:
      'Legen Sie viele Konten auf einmal an, oder ändern Sie Name, Sprache und Zielpfad. Geschrieben wird erst, wenn Sie gesehen haben, was geschieht.',
    file: 'CSV-Datei',
    fileHint: 'UTF-8, mit Kommas, Semikolons oder Tabulatoren; höchstens 5 MB und 50.000 Zeilen.',
    check: 'Datei prüfen',
    template: 'Vorlage herunterladen',
    columnsCaption: 'Die Spalten der Datei',
    columns: { column: 'Spalte', meaning: 'Was darin steht' },
    meanings: {
      id: 'Die ID des Kontos: Buchstaben, Ziffern und . _ -. Gibt es sie schon, wird das Konto geändert, sonst angelegt.',
      name: 'Der Name, den man sieht, höchstens 120 Zeichen.',
      locale: 'Darf fehlen. Sprache und Region, etwa en-gb. Eine leere Zelle entfernt die Angabe.',
      deepPath: 'Darf fehlen. Wo im Konto man landet. Eine leere Zelle entfernt die Angabe.',
    },
    problems: {
      required: 'Wählen Sie zuerst eine Datei.',
      too_large: 'Diese Datei ist größer als 5 MB. Teilen Sie sie in mehrere Dateien auf.',
      spreadsheet:
        'Das ist eine Arbeitsmappe. Wählen Sie in Ihrer Tabellenkalkulation „Speichern unter“ und dann „CSV UTF-8“.',
      not_utf8:
        'Diese Datei ist kein UTF-8-Text. Wählen Sie in Ihrer Tabellenkalkulation „Speichern unter“ und dann „CSV UTF-8“.',
      quotes:
        'In der Nähe von Zeile {line} ist ein Anführungszeichen nicht geschlossen oder steht in einer Zelle ohne Anführungszeichen.',
      column_missing: 'Die erste Zeile muss die Spalten benennen, darunter „id“ und „name“.',
      column_repeated: 'In der ersten Zeile kommt eine Spalte zweimal vor.',
      no_rows: 'In dieser Datei stehen keine Konten.',
      too_many_rows: 'Diese Datei hat mehr als 50.000 Zeilen. Teilen Sie sie in mehrere Dateien auf.',
    },
  },
  review: {
    title: '{fileName} importieren',
    created: 'Neu',
    updated: 'Geändert',
    unchanged: 'Unverändert',
    bad: 'Nicht importierbar',
    sentence: 'Das wird geschehen. Noch ist nichts geschrieben.',
    unusedColumns:
      '{count, plural, one {Diese Spalte wird nicht gelesen: {names}} other {Diese Spalten werden nicht gelesen: {names}}}',
    badTitle:
      '{count, plural, one {Eine Zeile kann nicht importiert werden} other {# Zeilen können nicht importiert werden}}',
    badSentence:
      'Berichtigen Sie sie in Ihrer Datei und wählen Sie diese erneut, oder importieren Sie die anderen ohne sie.',
    badCaption: 'Zeilen, die nicht importiert werden können',
    line: 'Zeile {line, number}',
    badColumns: { line: 'Zeile', id: 'Konto-ID', problem: 'Was nicht stimmt' },
    moreBad: 'und {count, plural, one {eine weitere} other {# weitere}}',
    downloadBad: 'Abgelehnte Zeilen herunterladen',
    changesTitle: '{count, plural, one {Ein Konto wird geändert} other {# Konten werden geändert}}',
    changesSentence: 'Die bisherigen Werte und die Werte aus Ihrer Datei.',
    changesCaption: 'Geänderte Konten, vorher und nachher',
    changesColumns: { field: 'Feld', before: 'Vorher', after: 'Nachher' },
    emptyValue: 'Leer',
    confirm: '{count, plural, one {Ein Konto importieren} other {# Konten importieren}}',
    confirmWithoutBad: '{count, plural, one {Die eine gute Zeile importieren} other {Die # guten Zeilen importieren}}',
    nothingToDo: 'Alle Konten dieser Datei sind schon da, und zwar genau so.',
    another: 'Andere Datei wählen',
  },
  rowProblems: {
    row: { cells: 'Sie hat mehr oder weniger Zellen als die erste Zeile.' },
    id: {
      required: 'Die ID fehlt.',
      too_long: 'Die ID ist länger als 64 Zeichen.',
      malformed:
        '„{value}“ ist keine Konto-ID: Verwenden Sie Buchstaben, Ziffern, Punkte, Unterstriche und Bindestriche, höchstens 64 Zeichen.',
      repeated: 'Diese ID steht schon in Zeile {line, number}.',
    },
    name: {
      required: 'Der Name fehlt.',
      too_long: 'Der Name ist länger als 120 Zeichen.',
      malformed: 'Der Name enthält einen Zeilenumbruch oder ein anderes Steuerzeichen.',
    },
    locale: {
      malformed: '„{value}“ ist keine gültige Angabe: Schreiben Sie Sprache und Region in Kleinbuchstaben, etwa en-gb.',
    },
    deepPath: {
      malformed:
        '„{value}“ ist kein Zielpfad dieses Kontos: Beginnen Sie mit /accounts/ und der ID, ohne „..“, „//“ oder kodierte Schrägstriche; höchstens 512 Zeichen.',
    },
  },
  progress: {
    label: 'Fortschritt des Imports',
    done: '{done, number} von {total, number} Zeilen',
    running: 'Der Import läuft. Sie dürfen diese Seite schließen: Was geschehen ist, bleibt.',
    stoppedTitle: 'Der Import wurde unterbrochen',
    stopped: '{done, number} von {total, number} Zeilen sind importiert. Er kann dort weitergehen, wo er stehen blieb.',
    goOn: 'Fortsetzen',
    finishedTitle:
      '{count, plural, =0 {Es gab nichts zu ändern} one {Ein Konto importiert} other {# Konten importiert}}',
    skipped: '{count, plural, one {Eine Zeile wurde ausgelassen.} other {# Zeilen wurden ausgelassen.}}',
    toAccounts: 'Zu den Konten',
    again: 'Weitere Datei importieren',
  },
}
