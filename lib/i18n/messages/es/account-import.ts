import type { accountImport as english } from '#lib/i18n/messages/en/account-import.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const accountImport: Translation<typeof english> = {
  upload: {
    title: 'Importar cuentas',
    sentence:
      'Añada muchas cuentas a la vez o cambie su nombre, su idioma y región o su ruta de destino. No se escribe nada antes de que haya visto lo que va a ocurrir.',
    file: 'Archivo CSV',
    fileHint: 'UTF-8, con comas, puntos y comas o tabuladores; como máximo 5 MB y 50 000 filas.',
    check: 'Comprobar el archivo',
    template: 'Descargar una plantilla',
    columnsCaption: 'Las columnas del archivo',
    columns: { column: 'Columna', meaning: 'Qué contiene' },
    meanings: {
      id: 'El ID de la cuenta: letras, cifras y . _ -. Si ya existe, la cuenta se cambia; si no, se añade.',
      name: 'El nombre que se ve, hasta 120 caracteres.',
      locale: 'Puede faltar. Idioma y región, por ejemplo en-gb. Una celda vacía los quita.',
      deepPath: 'Puede faltar. El lugar de la cuenta al que se llega. Una celda vacía la quita.',
    },
    problems: {
      required: 'Elija primero un archivo.',
      too_large: 'Este archivo supera los 5 MB. Divídalo en varios archivos.',
      spreadsheet: 'Esto es un libro de cálculo. En su hoja de cálculo elija «Guardar como» y después «CSV UTF-8».',
      not_utf8: 'Este archivo no es texto UTF-8. En su hoja de cálculo elija «Guardar como» y después «CSV UTF-8».',
      quotes: 'Cerca de la línea {line} hay unas comillas sin cerrar, o dentro de una celda que no va entre comillas.',
      column_missing: 'La primera línea debe nombrar las columnas, entre ellas «id» y «name».',
      column_repeated: 'Una columna aparece dos veces en la primera línea.',
      no_rows: 'En este archivo no hay cuentas.',
      too_many_rows: 'Este archivo tiene más de 50 000 filas. Divídalo en varios archivos.',
    },
  },
  review: {
    title: 'Importar {fileName}',
    created: 'Nuevas',
    updated: 'Cambiadas',
    unchanged: 'Sin cambios',
    bad: 'No importables',
    sentence: 'Esto es lo que va a ocurrir. Todavía no se ha escrito nada.',
    unusedColumns: '{count, plural, one {Esta columna no se lee: {names}} other {Estas columnas no se leen: {names}}}',
    badTitle: '{count, plural, one {Una fila no se puede importar} other {# filas no se pueden importar}}',
    badSentence: 'Corríjalas en su archivo y elíjalo de nuevo, o importe las demás sin ellas.',
    badCaption: 'Filas que no se pueden importar',
    line: 'Línea {line, number}',
    badColumns: { line: 'Línea', id: 'ID de la cuenta', problem: 'Qué falla' },
    moreBad: 'y {count, plural, one {una más} other {# más}}',
    downloadBad: 'Descargar las filas rechazadas',
    changesTitle: '{count, plural, one {Una cuenta cambia} other {# cuentas cambian}}',
    changesSentence: 'Los valores actuales y los de su archivo.',
    changesCaption: 'Cuentas que cambian, antes y después',
    changesColumns: { field: 'Campo', before: 'Antes', after: 'Después' },
    emptyValue: 'Vacío',
    confirm: '{count, plural, one {Importar una cuenta} other {Importar # cuentas}}',
    confirmWithoutBad: '{count, plural, one {Importar la única fila correcta} other {Importar las # filas correctas}}',
    nothingToDo: 'Todas las cuentas de este archivo ya están, tal como dice.',
    another: 'Elegir otro archivo',
  },
  rowProblems: {
    row: { cells: 'Tiene más o menos celdas que la primera línea.' },
    id: {
      required: 'Falta el ID.',
      too_long: 'El ID supera los 64 caracteres.',
      malformed:
        '«{value}» no es un ID de cuenta: use letras, cifras, puntos, guiones bajos y guiones, 64 caracteres como máximo.',
      repeated: 'La línea {line, number} ya tiene este ID.',
    },
    name: {
      required: 'Falta el nombre.',
      too_long: 'El nombre supera los 120 caracteres.',
      malformed: 'El nombre contiene un salto de línea u otro carácter de control.',
    },
    locale: { malformed: '«{value}» no es válido: indique el idioma y la región en minúsculas, por ejemplo en-gb.' },
    deepPath: {
      malformed:
        '«{value}» no es una ruta de destino de esta cuenta: empiece por /accounts/ y su ID, sin «..», «//» ni barras codificadas; 512 caracteres como máximo.',
    },
  },
  progress: {
    label: 'Progreso de la importación',
    done: '{done, number} de {total, number} filas',
    running: 'La importación está en marcha. Puede cerrar esta página: lo hecho, hecho queda.',
    stoppedTitle: 'La importación se ha interrumpido',
    stopped: '{done, number} de {total, number} filas están importadas. Puede seguir donde se detuvo.',
    goOn: 'Continuar',
    finishedTitle:
      '{count, plural, =0 {No había nada que cambiar} one {Una cuenta importada} other {# cuentas importadas}}',
    skipped: '{count, plural, one {Se ha omitido una fila.} other {Se han omitido # filas.}}',
    toAccounts: 'Ir a las cuentas',
    again: 'Importar otro archivo',
  },
}
