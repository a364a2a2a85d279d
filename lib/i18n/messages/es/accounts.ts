import type { accounts as english } from '#lib/i18n/messages/en/accounts.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const accounts: Translation<typeof english> = {
  title: 'Gestionar cuentas',
  sentence: 'Las cuentas que se abren desde aquí y el lugar al que se llega en cada una.',
  add: 'Añadir una cuenta',
  added: 'Se ha añadido «{name}».',
  import: 'Importar un archivo CSV',
  searchLabel: 'Buscar por nombre o ID de cuenta',
  filter: 'Estado',
  states: { all: 'Todas', active: 'Activas', suspended: 'Suspendidas' },
  caption: 'Cuentas',
  columns: {
    account: 'Cuenta',
    locale: 'Idioma y región',
    deepPath: 'Ruta de destino',
    state: 'Estado',
    actions: 'Acciones',
  },
  active: 'Activa',
  suspendedSince: 'Suspendida <when></when>',
  edit: 'Editar',
  editNamed: 'Editar {name}',
  suspend: 'Suspender',
  suspendNamed: 'Suspender {name}',
  resume: 'Reanudar',
  resumeNamed: 'Reanudar {name}',
  count: '{count, plural, one {# cuenta} other {# cuentas}}',
  onPage: '{count, plural, one {# cuenta} other {# cuentas}} en esta página',
  matchMore: 'Coinciden más de {count, plural, one {# cuenta} other {# cuentas}}. Escriba más para acotar la búsqueda.',
  pages: 'Páginas de la lista de cuentas',
  firstPage: 'Primera página',
  nextPage: 'Página siguiente',
  none: {
    title: 'Todavía no hay cuentas',
    why: 'Añada la primera o impórtelas todas desde un archivo CSV.',
  },
  nothing: {
    title: 'No se ha encontrado nada para «{query}»',
    why: 'Se han buscado los nombres e ID de todas las cuentas en este estado: uno o dos caracteres al comienzo de palabras e ID; tres o más, en cualquier lugar. Pruebe con una parte del nombre o con otro estado.',
    titleWithoutQuery: 'Ninguna cuenta está en este estado',
    clear: 'Mostrar todas las cuentas',
  },
  form: {
    addTitle: 'Añadir una cuenta',
    addSentence: 'Los propietarios y admins pueden abrirla enseguida; los agentes, en cuanto esté en su lista.',
    editTitle: 'Editar {name}',
    id: 'ID de la cuenta',
    idHint:
      'El ID de la cuenta en su plataforma: letras, cifras y . _ - entre ellas. No se puede cambiar más adelante.',
    name: 'Nombre',
    locale: 'Idioma y región',
    localeHint: 'El idioma y la región en que se abre, por ejemplo en-gb o es-mx.',
    deepPath: 'Ruta de destino',
    deepPathHint: 'El lugar de la cuenta al que se llega, por ejemplo {example}.',
    add: 'Añadir la cuenta',
    save: 'Guardar',
  },
  problems: {
    id: {
      malformed:
        '«{value}» no es un ID de cuenta: use letras, cifras, puntos, guiones bajos y guiones, 64 caracteres como máximo.',
      too_long: 'Este ID tiene más de 64 caracteres.',
      taken: 'Ya hay una cuenta con este ID.',
    },
    name: {
      malformed: 'Este nombre contiene un salto de línea u otro carácter de control.',
      too_long: 'Este nombre tiene más de 120 caracteres.',
    },
    locale: { malformed: '«{value}» no es válido: indique el idioma y la región en minúsculas, por ejemplo en-gb.' },
    deepPath: {
      malformed:
        '«{value}» no es una ruta de destino de esta cuenta: empiece por /accounts/ y su ID, sin «..», «//» ni barras codificadas; 512 caracteres como máximo.',
    },
  },
  suspension: {
    title: '¿Suspender {name}?',
    sessions:
      '{count, plural, =0 {Nadie la tiene abierta en este momento.} one {Está abierta en una sesión: deja de funcionar enseguida.} other {Está abierta en # sesiones: dejan de funcionar enseguida.}}',
    why: 'Nadie podrá abrirla, ni desde aquí ni con una clave de API, hasta que usted la reanude. No se elimina nada.',
    confirm: 'Suspender la cuenta',
  },
}
