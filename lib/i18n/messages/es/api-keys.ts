import type { apiKeys as english } from '#lib/i18n/messages/en/api-keys.ts'
import type { Translation } from '#lib/i18n/translation.ts'

export const apiKeys: Translation<typeof english> = {
  keys: {
    title: 'Claves de API',
    why: 'Con una clave, un programa obtiene tokens de acceso y abre cuentas en nombre del propietario de la clave.',
    reference: 'Referencia de la API',
    add: 'Generar clave nueva',
    caption: 'Claves de API en uso',
    endedCaption: 'Claves de API terminadas',
    ended: '{count, plural, one {# clave revocada o caducada} other {# claves revocadas o caducadas}}',
    columns: {
      key: 'Nombre e ID de la clave',
      owner: 'Propietario',
      created: 'Creada',
      lastUsed: 'Último uso',
      expires: 'Caduca',
      state: 'Estado',
    },
    by: 'por {name}',
    byCommandLine: 'en la línea de comandos',
    from: 'desde {address}',
    neverUsed: 'Nunca',
    noExpiry: 'Nunca',
    states: {
      active: 'Activa',
      disabled: 'Desactivada',
      revoked: 'Revocada',
      expired: 'Caducada',
      ownerDeactivated: 'Propietario desactivado',
    },
    allows: { sso: 'Abre cuentas', introspect: 'Comprueba tokens' },
    only: 'Solo {entries}{more, plural, =0 {} other { y # más}}',
    onlyFrom: 'Solo desde {entries}{more, plural, =0 {} other { y # más}}',
    disable: 'Desactivar',
    enable: 'Reactivar',
    revoke: 'Revocar',
    none: 'Aún no hay claves de API',
    noneHint: 'Genere una para el primer programa que abra cuentas.',
  },

  newKey: {
    title: 'Generar clave nueva',
    name: 'Nombre',
    nameHint: 'Qué programa la usará: por este nombre la reconocerá.',
    owner: 'Propietario',
    ownerHint:
      'La clave abre lo que puede abrir su propietario. Un usuario de servicio permanece cuando las personas se van.',
    ownerYou: '{name} (usted)',
    ownerOther: '{name} · {username}',
    scopes: 'Qué puede hacer',
    scopesHint: 'Queda fijado desde ahora, igual que los límites de abajo: para cambiarlos, genere otra clave.',
    scopeChoices: { sso: 'Abrir cuentas', introspect: 'Comprobar tokens' },
    scopeHints: {
      sso: 'Pedir enlaces de acceso. Cada uno abre una cuenta en nombre del propietario de la clave.',
      introspect: 'Preguntar si un token sigue siendo válido, sea quien sea su destinatario.',
    },
    scopesMissing: 'Marque al menos una opción.',
    expiry: 'Caduca',
    expiryDays: 'Tras {days, number} días',
    expiryNever: 'Nunca',
    expiryNeverHint: 'Hasta que alguien la revoque',
    neverWarning: 'Una clave sin fin',
    neverWarningWhy: 'Quien se haga con ella podrá usarla hasta que alguien lo note y la revoque.',
    limits: 'Limitarla a algunas cuentas o direcciones',
    limitsHint: 'Si son varias, sepárelas con comas, espacios o saltos de línea.',
    accounts: 'Cuentas',
    accountsHint: 'Los ID de las únicas cuentas que abre, entre las de su propietario. Vacío: todas ellas.',
    accountsUnknown:
      'No hay {count, plural, one {ninguna cuenta con este ID} other {cuentas con estos ID}}: {entries}{more, plural, =0 {} other { y # más}}',
    accountsTooMany:
      'Una clave admite 100 como máximo. Para más, asígnela a un usuario de servicio que pueda abrir esas cuentas.',
    networks: 'Direcciones',
    networksHint:
      'Las únicas desde las que funciona: sueltas, como 203.0.113.7, o rangos, como 10.0.0.0/8 o 2001:db8::/32. Vacío: todas.',
    networksMalformed:
      '{count, plural, one {No es una dirección ni un rango} other {No son direcciones ni rangos}}: {entries}{more, plural, =0 {} other { y # más}}',
    networksHostBits:
      'Un rango empieza por su primera dirección, como 10.0.0.0/8. Aquí no es así: {entries}{more, plural, =0 {} other { y # más}}',
    networksTooMany: 'Una clave admite 20 como máximo.',
    submit: 'Generar clave',
    unknownOutcome: 'No sabemos si se ha generado la clave. Consulte la lista antes de volver a intentarlo.',
  },

  secret: {
    title: 'Su clave nueva «{name}»',
    once: 'Guarde el secreto ahora: no se volverá a mostrar nunca.',
    forgotten: 'El secreto ya no se muestra. Si no se guardó, revoque esta clave y genere otra.',
    keyId: 'ID de la clave',
    keyIdField: 'se envía como clientId',
    secret: 'Secreto',
    secretField: 'se envía como clientSecret',
    copyEnv: 'Copiar como .env',
    copyCurl: 'Copiar como curl',
    environment: 'variables de entorno',
    request: 'comando curl',
    curlTitle: 'Para probarla',
    expires: 'Caduca el {when}.',
    neverExpires: 'No caduca.',
    stored: 'He guardado el secreto',
    storeFirst: 'Guarde primero el secreto y después marque esta casilla.',
    done: 'Listo',
  },

  disableKey: {
    title: '¿Desactivar «{name}»?',
    effect:
      'Los programas que usan esta clave se detienen de inmediato, con todos los tokens que recibieron. Puede reactivarla.',
    submit: 'Desactivar clave',
  },
  enableKey: {
    title: '¿Reactivar «{name}»?',
    effect: 'La clave vuelve a funcionar de inmediato, igual que sus tokens de acceso y de actualización no caducados.',
    submit: 'Reactivar clave',
  },
  revokeKey: {
    title: '¿Revocar «{name}»?',
    effect:
      'Los programas que usan esta clave se detienen de inmediato, con todos los tokens que recibieron. No se puede deshacer.',
    submit: 'Revocar clave',
    mistyped: 'Escriba exactamente el nombre de la clave: {name}',
  },
  keyUse: {
    inLastDay:
      '{count, plural, =0 {Sin uso en las últimas 24 horas.} one {# uso de esta clave en las últimas 24 horas.} other {# usos de esta clave en las últimas 24 horas.}}',
    last: 'Último uso <when></when> desde {address}.',
    never: 'No se ha usado nunca.',
    actsAs: 'Actúa en nombre de {owner}.',
  },
}
