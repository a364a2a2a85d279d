import type { usersAndAccess as english } from '#lib/i18n/messages/en/users-and-access.ts'
import { apiKeys } from '#lib/i18n/messages/es/api-keys.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const usersAndAccess: Translation<typeof english> = {
  title: 'Usuarios y acceso',
  sentence: 'Quién puede abrir qué cuentas, adónde se puede volver y qué programas actúan en su nombre.',
  sections: 'En esta página',
  you: 'usted',
  confirm: {
    title: 'Confirme su identidad',
    why: 'Introduzca su contraseña para continuar. La última vez fue hace más de 10 minutos.',
    kept: 'Introduzca su contraseña para continuar. Se conserva lo que ha introducido.',
    password: 'Su contraseña',
    submit: 'Continuar',
  },
  actions: 'Acciones',
  actionsFor: 'Acciones para {name}',
  chooseAccounts: 'Elegir cuentas',
  doneWithAll: 'Listo',
  roles: { owner: 'Propietario', admin: 'Admin', agent: 'Agente', service: 'Usuario de servicio' },
  roleHints: {
    owner: 'Abre todas las cuentas y lo gestiona todo, también a otros propietarios.',
    admin: 'Abre todas las cuentas; gestiona agentes, usuarios de servicio, cuentas, direcciones de retorno y claves.',
    agent: 'Abre cuentas y nada más.',
    service: 'Un programa. No puede iniciar sesión aquí; trabaja con claves de API.',
  },
  gone: {
    title: 'Esto ya no se puede cambiar',
    why: 'Se eliminó o cambió entretanto, o su rol no alcanza para ello. La lista muestra el estado actual.',
    way: 'Ver la lista',
  },

  users: {
    title: 'Usuarios',
    why: 'Personas que inician sesión aquí y usuarios de servicio en cuyo nombre trabajan programas.',
    add: 'Añadir usuario',
    caption: 'Usuarios',
    search: 'Buscar por nombre, usuario o correo',
    found: '{total, plural, one {# usuario} other {# usuarios}}',
    foundFor:
      '{total, plural, =0 {Ningún usuario encontrado} one {# usuario encontrado} other {# usuarios encontrados}}',
    showAll: 'Mostrar todos los usuarios',
    nobody: 'No se ha encontrado a nadie con «{search}»',
    nobodyHint: 'Pruebe con una parte del nombre, del nombre de usuario o de la dirección de correo.',
    pages: 'Páginas de la lista de usuarios',
    columns: {
      name: 'Nombre',
      role: 'Rol',
      access: 'Puede abrir',
      lastSignIn: 'Último inicio de sesión',
      state: 'Estado',
    },
    access: {
      all: 'Todas las cuentas',
      listed: '{count, plural, =0 {Ninguna cuenta} one {# cuenta} other {# cuentas}}',
    },
    never: 'Nunca',
    doesNotSignIn: 'No inicia sesión',
    states: { active: 'Activo', neverSignedIn: 'Nunca ha iniciado sesión', deactivated: 'Desactivado' },
    edit: 'Editar',
    newLink: 'Nuevo enlace de contraseña',
    deactivate: 'Desactivar',
    reactivate: 'Reactivar',
  },

  addUser: {
    title: 'Añadir usuario',
    role: 'Rol',
    name: 'Nombre',
    email: 'Dirección de correo electrónico',
    username: 'Nombre de usuario',
    usernameHint: 'Para iniciar sesión y para las solicitudes de API. No se podrá cambiar después.',
    access: 'Cuentas',
    accessAll: 'Todas las cuentas',
    accessAllHint: 'También las que se añadan más adelante.',
    accessList: 'Cuentas elegidas',
    accessListHint: 'Las elige en el paso siguiente.',
    submit: 'Añadir usuario',
    usernameMalformed: 'Solo letras, cifras, puntos, guiones y guiones bajos.',
    emailMalformed: 'Esto no es una dirección de correo electrónico.',
  },

  editUser: {
    title: 'Editar a {name}',
    listedNow: '{count, plural, =0 {Ninguna cuenta por ahora.} one {# cuenta por ahora.} other {# cuentas por ahora.}}',
    submit: 'Guardar',
  },

  passwordLink: {
    title: 'Enlace de contraseña para {name}',
    explain:
      'Crea un enlace con el que {name} fija una contraseña nueva. Funciona una vez, en un plazo de 72 horas; un enlace anterior deja de funcionar. Hasta entonces se mantiene la contraseña actual.',
    explainFirst:
      'Crea un enlace con el que {name} fija su primera contraseña. Funciona una vez, en un plazo de 72 horas; un enlace anterior deja de funcionar.',
    submit: 'Crear enlace',
    added: 'Se ha añadido a {name}',
    made: 'El enlace para {name} está listo',
    once: 'Copie este enlace ahora: solo se muestra una vez. Entrégueselo a {name} de modo que nadie más pueda leerlo.',
    forgotten: 'El enlace ya no se muestra. Si no se ha entregado, cree uno nuevo.',
    link: 'Enlace de contraseña',
    validUntil: 'Funciona una vez, hasta el {until}. Si se pierde, cree uno nuevo.',
  },

  deactivate: {
    title: '¿Desactivar a {name}?',
    yourself: 'Se trata de usted: se cerrará su sesión de inmediato y solo otra persona podrá volver a darle acceso.',
    person:
      'La sesión de {name} se cierra de inmediato en todas partes, también en las cuentas abiertas, y ya no podrá iniciarla.',
    service: 'Ningún programa podrá trabajar ya en nombre de {name}.',
    noKeys: 'No afecta a ninguna clave de API.',
    keys: '{count, plural, one {# clave de API que actúa en nombre de {name} deja de funcionar.} other {# claves de API que actúan en nombre de {name} dejan de funcionar.}}',
    uses: '{count, plural, =0 {Ningún uso en las últimas 24 horas.} one {# uso en las últimas 24 horas.} other {# usos en las últimas 24 horas.}}',
    keeps: 'El nombre, las cuentas y la actividad se conservan. Puede reactivar en cualquier momento.',
    submit: 'Desactivar a {name}',
  },

  reactivate: {
    title: '¿Reactivar a {name}?',
    person: '{name} podrá volver a iniciar sesión con la misma contraseña y abrir las mismas cuentas que antes.',
    service: 'Los programas podrán volver a trabajar en nombre de {name}.',
    keys: 'Las claves de API que no se revocaron vuelven a funcionar. Las sesiones y los tokens de actualización que terminaron no vuelven.',
    submit: 'Reactivar a {name}',
  },

  accounts: {
    title: 'Cuentas de {name}',
    sentence:
      '{name} {listed, plural, =0 {aún no puede abrir ninguna cuenta} one {puede abrir # cuenta} other {puede abrir # cuentas}}.',
    all: '{name} puede abrir todas las cuentas, así que no hay nada que elegir.',
    search: 'Buscar por nombre o ID de cuenta',
    views: 'Qué cuentas se muestran',
    viewListed: 'Puede abrir ({count, number})',
    viewAll: 'Todas',
    caption: 'Cuentas',
    columns: { account: 'Cuenta', id: 'ID', change: 'Cambio' },
    suspended: 'Suspendida',
    submit: 'Guardar',
    kept: 'La selección se conserva al buscar y al cambiar de página hasta que guarde.',
    pending: '{added, number} añadidas · {removed, number} quitadas',
    discard: 'Descartar',
    toAdd: 'Se añade',
    toRemove: 'Se quita',
    tooMany: 'Guarde como máximo {max, number} cambios a la vez. Descarte algunos y elíjalos en un segundo paso.',
    leave: {
      title: '¿Salir sin guardar?',
      why: 'Los cambios en las cuentas de {name} no se han guardado: {added, number} añadidas, {removed, number} quitadas.',
      leave: 'Descartar y salir',
      stay: 'Seguir editando',
    },
    saveFirst: 'Guarde antes de buscar o de pasar de página.',
    changed:
      '{added, plural, =0 {Ninguna cuenta añadida} one {# cuenta añadida} other {# cuentas añadidas}}, {removed, plural, =0 {ninguna retirada} one {# retirada} other {# retiradas}}.',
    nothing: 'No se ha encontrado nada con «{search}»',
    nothingListed: 'Aún no hay cuentas',
    nothingListedHint: 'Revise todas las cuentas y marque las que {name} puede abrir, o añádalas abajo por sus ID.',
    showAll: 'Mostrar todas las cuentas',
    next: 'Página siguiente',
    first: 'Primera página',
    pages: 'Páginas de la lista de cuentas',
    byIdTitle: 'Añadir por ID',
    byIdWhy: 'Para listas largas: pegue los ID separados por espacios, comas o saltos de línea.',
    byId: 'ID de cuentas',
    byIdSubmit: 'Añadir cuentas',
    unknown:
      'No se ha añadido nada. No hay {count, plural, one {ninguna cuenta con este ID} other {cuentas con estos ID}}: {ids}{more, plural, =0 {.} other { y # más.}}',
    malformed: 'Un ID consta de letras, cifras, puntos, guiones y guiones bajos, 64 como máximo.',
  },

  returnAddresses: {
    title: 'Direcciones de retorno',
    why: 'Los orígenes a los que se puede volver al salir de una cuenta; cualquier otro se rechaza.',
    add: 'Añadir dirección de retorno',
    caption: 'Direcciones de retorno',
    columns: { origin: 'Origen', created: 'Añadida' },
    by: 'por {name}',
    byCommandLine: 'en la línea de comandos',
    remove: 'Eliminar',
    removeNamed: 'Eliminar {origin}',
    none: 'Aún no hay direcciones de retorno',
    noneHint: 'Mientras no añada ninguna, solo se puede volver al propio Latchkey.',
  },

  addAddress: {
    title: 'Añadir dirección de retorno',
    origin: 'Origen',
    hint: 'Por ejemplo https://app.example.com, con el puerto si no es el habitual.',
    submit: 'Añadir dirección',
    malformed:
      'Introduzca solo un origen, por ejemplo https://app.example.com: sin ruta, nombre de usuario ni contraseña.',
    path: '«{origin}» no es un origen: quite todo lo que sigue al host y al puerto.',
    credentials: '«{origin}» no es un origen: quite el nombre de usuario y la contraseña.',
    schemeMissing: '«{origin}» no es un origen: empiece por https://',
    tooLong: 'Use como máximo 300 caracteres.',
    insecure: 'Use https. El http simple solo se acepta para este equipo (localhost).',
    taken: 'Esta dirección de retorno ya está en la lista.',
  },

  removeAddress: {
    title: '¿Eliminar {origin}?',
    stops:
      'Desde ese momento ningún enlace lleva de vuelta allí: se rechazan las solicitudes que la nombran y también los enlaces recién emitidos.',
    open: 'Las cuentas que ya están abiertas siguen abiertas.',
    submit: 'Eliminar dirección',
  },

  ...apiKeys,
}
