import type { accountImport as english } from '#lib/i18n/messages/en/account-import.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const accountImport: Translation<typeof english> = {
  upload: {
    title: 'Konten importieren',
    sentence:
      'Viele Konten auf einmal hinzufügen oder ihre Namen, Sprachen und Zielpfade ändern. Nichts wird geschrieben, bevor Sie gesehen haben, was geschehen wird.',
    file: 'CSV-Datei',
    fileHint: 'UTF-8, mit Kommas, Semikolons oder Tabulatoren; höchstens 5 MB und 50.000 Zeilen.',
    check: 'Datei prüfen',
    template: 'Vorlage herunterladen',
    columnsCaption: 'Die Spalten der Datei',
    columns: {
      column: 'Spalte',
      meaning: 'Was sie enthält',
    },
    meanings: {
      id: 'Die ID des Kontos: Buchstaben, Ziffern sowie . _ und -. Gibt es sie schon, wird das Konto geändert, sonst hinzugefügt.',
      name: 'Der Name, den man sieht, bis zu 120 Zeichen.',
      locale: 'Darf fehlen. Sprache und Region, etwa en-gb. Eine leere Zelle nimmt die Angabe weg.',
      deepPath: 'Darf fehlen. Wo im Konto man landet. Eine leere Zelle nimmt ihn weg.',
    },
    problems: {
      required: 'Wählen Sie zuerst eine Datei.',
      too_large: 'Diese Datei ist größer als 5 MB. Teilen Sie sie in mehrere Dateien auf.',
      spreadsheet:
        'Das ist eine Tabellendatei. Wählen Sie in Ihrem Tabellenprogramm „Speichern unter“ und dann „CSV UTF-8“.',
      not_utf8:
        'Diese Datei ist kein UTF-8-Text. Wählen Sie in Ihrem Tabellenprogramm „Speichern unter“ und dann „CSV UTF-8“.',
      quotes:
        'Nahe Zeile {line} ist ein Anführungszeichen nicht geschlossen oder steht in einer Zelle ohne Anführungszeichen.',
      column_missing: 'Die erste Zeile muss die Spalten nennen, darunter „id“ und „name“.',
      column_repeated: 'In der ersten Zeile ist eine Spalte doppelt genannt.',
      no_rows: 'In dieser Datei sind keine Konten.',
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
    badColumns: {
      line: 'Zeile',
      id: 'Konto-ID',
      problem: 'Was nicht stimmt',
    },
    moreBad: 'und {count, plural, one {eine weitere} other {# weitere}}',
    confirm: '{count, plural, one {Ein Konto importieren} other {# Konten importieren}}',
    confirmWithoutBad: '{count, plural, one {Die eine gute Zeile importieren} other {Die # guten Zeilen importieren}}',
    nothingToDo: 'Alle Konten dieser Datei sind schon da, genau wie es dort steht.',
    another: 'Andere Datei wählen',
  },
  rowProblems: {
    row: {
      cells: 'Sie hat mehr oder weniger Zellen als die erste Zeile.',
    },
    id: {
      required: 'Die ID fehlt.',
      too_long: 'Die ID ist länger als 64 Zeichen.',
      malformed: 'Die ID darf nur Buchstaben, Ziffern, Punkte, Unterstriche und Bindestriche enthalten.',
      repeated: 'Zeile {line, number} hat diese ID bereits.',
    },
    name: {
      required: 'Der Name fehlt.',
      too_long: 'Der Name ist länger als 120 Zeichen.',
      malformed: 'Der Name enthält einen Zeilenumbruch oder ein anderes Steuerzeichen.',
    },
    locale: {
      malformed: 'Sprache und Region müssen aussehen wie en-gb.',
    },
    deepPath: {
      malformed: 'Der Zielpfad muss mit /accounts/ und dieser ID beginnen und darf nicht mehrdeutig sein.',
    },
  },
  progress: {
    label: 'Fortschritt des Imports',
    done: '{done, number} von {total, number} Zeilen',
    running: 'Der Import läuft. Sie können diese Seite schließen: Was getan ist, bleibt getan.',
    stoppedTitle: 'Der Import ist stehen geblieben',
    stopped: '{done, number} von {total, number} Zeilen sind übernommen. Es kann dort weitergehen.',
    goOn: 'Fortfahren',
    finishedTitle:
      '{count, plural, =0 {Nichts musste geändert werden} one {Ein Konto importiert} other {# Konten importiert}}',
    skipped: '{count, plural, one {Eine Zeile wurde ausgelassen.} other {# Zeilen wurden ausgelassen.}}',
    toAccounts: 'Zu den Konten',
    again: 'Weitere Datei importieren',
  },
}
