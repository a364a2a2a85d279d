import type { launcher as english } from '#lib/i18n/messages/en/launcher.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const launcher: Translation<typeof english> = {
  title: 'Cuentas',
  searchLabel: 'Buscar por nombre o ID de cuenta',
  pinned: 'Fijadas',
  recent: 'Recientes',
  all: 'Todas las cuentas',
  results: 'Encontradas',
  count: '{count, plural, one {# cuenta} other {# cuentas}}',
  moreThan: 'Más de {count, plural, one {# cuenta} other {# cuentas}}',
  open: 'Abrir cuenta',
  openShort: 'Abrir',
  openNamed: 'Abrir la cuenta {name}',
  pin: 'Fijar {name}',
  unpin: 'Dejar de fijar {name}',
  lastOpened: 'Última apertura',
  showMore: 'Mostrar más',
  typeMore: 'Estas son {shown, number} de ellas. Escriba más para acotar la búsqueda.',
  showsMost: 'Estas son las primeras {shown, number}. Busque para encontrar las demás.',
  elsewhere: {
    named: 'Las cuentas se abren en {platform} como su usuario {user}, las abra quien las abra aquí.',
    unnamed:
      'Las cuentas se abren en {platform} como el titular de una única clave de API, las abra quien las abra aquí.',
    anyBrowser: 'Hasta que se usa, el enlace a ella funciona en cualquier navegador.',
  },
  nothing: {
    title: 'No se ha encontrado nada para «{query}»',
    why: 'Se han buscado los nombres e ID de todas las cuentas que puede abrir: uno o dos caracteres al comienzo de palabras e ID; tres o más, en cualquier lugar. Pruebe con una parte del nombre o el comienzo del ID. Las cuentas suspendidas no están entre ellas.',
    clear: 'Mostrar todas las cuentas',
  },
  noneForManager: {
    title: 'Todavía no hay ninguna cuenta que abrir',
    why: 'Añada su primera cuenta o impórtelas todas desde un archivo CSV. Las cuentas suspendidas se pueden reanudar en «Gestionar cuentas».',
    add: 'Añadir una cuenta',
    import: 'Importar un archivo CSV',
  },
  noneForAgent: {
    title: 'Todavía no tiene ninguna cuenta disponible',
    why: 'Un propietario o un admin puede darle acceso en «Usuarios y acceso». En cuanto lo haga, sus cuentas aparecerán aquí.',
  },
  keys: {
    search: 'Buscar',
    move: 'Moverse',
    open: 'Abrir',
    newTab: 'Abrir en una pestaña nueva',
    pin: 'Fijar',
  },
}
