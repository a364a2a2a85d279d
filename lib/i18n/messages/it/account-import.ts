import type { accountImport as english } from '#lib/i18n/messages/en/account-import.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const accountImport: Translation<typeof english> = {
  upload: {
    title: 'Importa account',
    sentence:
      'Aggiunga molti account in una volta, oppure ne cambi nome, lingua e regione o percorso di arrivo. Non si scrive nulla prima che Lei abbia visto che cosa accadrà.',
    file: 'File CSV',
    fileHint: 'UTF-8, con virgole, punti e virgola o tabulazioni; al massimo 5 MB e 50.000 righe.',
    check: 'Controlla il file',
    template: 'Scarica un modello',
    columnsCaption: 'Le colonne del file',
    columns: { column: 'Colonna', meaning: 'Che cosa contiene' },
    meanings: {
      id: 'L’ID dell’account: lettere, cifre e . _ -. Se esiste già, l’account viene modificato, altrimenti aggiunto.',
      name: 'Il nome che si vede, fino a 120 caratteri.',
      locale: 'Può mancare. Lingua e regione, per esempio en-gb. Una cella vuota le toglie.',
      deepPath: 'Può mancare. Il punto dell’account in cui si arriva. Una cella vuota lo toglie.',
    },
    problems: {
      required: 'Scelga prima un file.',
      too_large: 'Questo file supera i 5 MB. Lo divida in più file.',
      spreadsheet: 'Questa è una cartella di lavoro. Nel foglio di calcolo scelga «Salva con nome» e poi «CSV UTF-8».',
      not_utf8: 'Questo file non è testo UTF-8. Nel foglio di calcolo scelga «Salva con nome» e poi «CSV UTF-8».',
      quotes: 'Vicino alla riga {line} le virgolette non sono chiuse, o stanno in una cella senza virgolette.',
      column_missing: 'La prima riga deve nominare le colonne, tra cui «id» e «name».',
      column_repeated: 'Nella prima riga una colonna compare due volte.',
      no_rows: 'In questo file non ci sono account.',
      too_many_rows: 'Questo file ha più di 50.000 righe. Lo divida in più file.',
    },
  },
  review: {
    title: 'Importa {fileName}',
    created: 'Nuovi',
    updated: 'Modificati',
    unchanged: 'Invariati',
    bad: 'Non importabili',
    sentence: 'Ecco che cosa accadrà. Non è ancora stato scritto nulla.',
    unusedColumns:
      '{count, plural, one {Questa colonna non viene letta: {names}} other {Queste colonne non vengono lette: {names}}}',
    badTitle: '{count, plural, one {Una riga non può essere importata} other {# righe non possono essere importate}}',
    badSentence: 'Le corregga nel file e lo scelga di nuovo, oppure importi le altre senza di esse.',
    badCaption: 'Righe che non possono essere importate',
    line: 'Riga {line, number}',
    badColumns: { line: 'Riga', id: 'ID dell’account', problem: 'Che cosa non va' },
    moreBad: 'e {count, plural, one {un’altra} other {altre #}}',
    downloadBad: 'Scarica le righe rifiutate',
    changesTitle: '{count, plural, one {Un account cambia} other {# account cambiano}}',
    changesSentence: 'I valori attuali e quelli del file.',
    changesCaption: 'Account che cambiano, prima e dopo',
    changesColumns: { field: 'Campo', before: 'Prima', after: 'Dopo' },
    emptyValue: 'Vuoto',
    confirm: '{count, plural, one {Importa un account} other {Importa # account}}',
    confirmWithoutBad: '{count, plural, one {Importa l’unica riga corretta} other {Importa le # righe corrette}}',
    nothingToDo: 'Tutti gli account di questo file ci sono già, esattamente così.',
    another: 'Scegli un altro file',
  },
  rowProblems: {
    row: { cells: 'Ha più o meno celle della prima riga.' },
    id: {
      required: 'Manca l’ID.',
      too_long: 'L’ID supera i 64 caratteri.',
      malformed:
        '«{value}» non è un ID dell’account: usare lettere, cifre, punti, trattini bassi e trattini, al massimo 64 caratteri.',
      repeated: 'La riga {line, number} ha già questo ID.',
    },
    name: {
      required: 'Manca il nome.',
      too_long: 'Il nome supera i 120 caratteri.',
      malformed: 'Il nome contiene un’interruzione di riga o un altro carattere di controllo.',
    },
    locale: { malformed: '«{value}» non è valido: indicare lingua e regione in minuscolo, per esempio en-gb.' },
    deepPath: {
      malformed:
        '«{value}» non è un percorso di arrivo di questo account: iniziare con /accounts/ e il suo ID, senza «..», «//» o barre codificate; al massimo 512 caratteri.',
    },
  },
  progress: {
    label: 'Avanzamento dell’importazione',
    done: '{done, number} di {total, number} righe',
    running: 'L’importazione è in corso. Può chiudere questa pagina: ciò che è fatto resta fatto.',
    stoppedTitle: 'L’importazione si è interrotta',
    stopped: '{done, number} di {total, number} righe sono importate. Può riprendere da dove si è fermata.',
    goOn: 'Continua',
    finishedTitle:
      '{count, plural, =0 {Non c’era nulla da cambiare} one {Un account importato} other {# account importati}}',
    skipped: '{count, plural, one {Una riga è stata tralasciata.} other {# righe sono state tralasciate.}}',
    toAccounts: 'Vai agli account',
    again: 'Importa un altro file',
  },
}
