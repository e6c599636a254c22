/** The refusals about keys, wallets and payments, in Spanish, by reason. */
import type { Readable } from '#contract/reasons.ts';

export const WALLET_REASONS = {
  BITCOIN_SECRET:
    'Alto. Esto parece una clave privada o unas palabras semilla. No las escribas nunca en ningún sitio web. No se ha guardado nada',
  BITCOIN_UNKNOWN:
    'Se espera una dirección de Bitcoin, una clave pública extendida (xpub, ypub, zpub) o un descriptor',
  BITCOIN_LATER_ADDRESS:
    'Este tipo de dirección es demasiado nuevo: usa una que empiece por bc1q o bc1p',
  BITCOIN_MISTYPED: 'Falta un carácter o hay uno mal escrito: la suma de control no coincide',
  BITCOIN_KEY_WRONG:
    'Esta no es una clave pública extendida válida de una cuenta. Exporta la clave de la cuenta (xpub, ypub, zpub) o un descriptor',
  BITCOIN_MULTISIG:
    'Aún no se pueden leer monederos que firman con varias claves. Se espera la clave de un monedero con una sola clave',
  BITCOIN_NETWORK:
    'Esto pertenece a una red distinta de {network}, que es la que usa este servidor. Pregunta a quien lo administra',
  ADDRESS_NOT_OF_KEY: 'Esta dirección no está entre las primeras {count} de esta clave',
  TWO_WALLETS:
    'Son dos monederos distintos. Introduce una dirección, una clave o una clave con una de sus direcciones',
  LINK_ASKS_ANOTHER:
    'El enlace de pago pide {amount} BTC. Introduce esa cantidad o pega solo la dirección, sin el enlace',
  NO_WALLET: 'Aún no hay ningún monedero configurado',
  ADDRESS_OF_ANOTHER_KIND: 'Esta dirección es de otro tipo que las del monedero',
  ADDRESSES_LEFT_OUT: 'Antes de estas direcciones faltan otras: la siguiente es la número {first}',
  ADDRESSES_TOO_MANY: 'Son más direcciones de las necesarias: faltan {count}',
  ADDRESSES_NOT_OF_WALLET:
    'Estas direcciones no pertenecen al monedero cuyas direcciones se conocen',
  REFILL_UNKNOWN:
    'Tu navegador aún no puede añadir ni quitar direcciones por sí solo. Pulsa una vez «Preparar más direcciones»',
  FIRST_ADDRESS_MISSING: 'Este monedero no es el de antes. Envía sus direcciones desde la primera',
  NO_PREPARED_ADDRESS:
    'Todas las direcciones preparadas están en uso. Uno de los padres tiene que abrir el monedero para que se preparen más',
  FIRST_ADDRESS_FIRST:
    'Antes, uno de los padres tiene que confirmar la primera dirección de recepción del monedero',
  NOT_A_FIRST_ADDRESS: 'Esta no es ninguna de las direcciones que se mostraron',
  FIRST_ADDRESS_KNOWN: 'No hay nada que confirmar: el tipo de direcciones ya se conoce',
  WALLET_LOCKED:
    'El monedero de vuestra familia está cifrado. Un padre o una madre lo desbloquea una vez y entonces da direcciones aquí',
  WALLET_IS_ENCRYPTED:
    'El cifrado está activado para vuestro monedero. Guárdalo cifrado o desactiva primero el cifrado',
  ENCRYPT_WALLET_FIRST:
    'Este servidor ya guarda un monedero vuestro. Cifra ese monedero o quítalo primero',
  OPEN_WALLET_FIRST: 'Solo tú puedes abrir el monedero cifrado. Ábrelo para llevártelo o bórralo',
  NO_ENCRYPTED_WALLET: 'No hay ningún monedero cifrado',
  DISCONNECT_PAYING_FIRST:
    'En este servidor hay una conexión Lightning que paga. Quítala primero y vuelve a conectarla en el monedero cifrado',
  PAYING_IS_ENCRYPTED:
    'El cifrado está activado para vuestro monedero. Una conexión que paga debe ir en el monedero cifrado',
  PAYMENT_TAKEN:
    'Otro navegador se ha encargado de este pago. Nadie más puede hacerlo; mira allí qué ha pasado',
  PAYMENT_NOT_TAKEN: 'Ningún navegador se ha encargado todavía de este pago',
  RELAY_WRONG:
    'Se esperan relés con un nombre público por TLS (wss://) o equipos que el operador permita',
  VAULT_CHANGED: 'El monedero ha cambiado entretanto. No se ha sobrescrito nada. Vuelve a mirarlo',
  VAULT_CHANGED_BY_OTHER:
    'El monedero ha cambiado entretanto, quizá por el otro progenitor. No se ha sobrescrito nada. Vuelve a mirarlo',
  NO_CHAIN_SOURCE: 'Elige primero a quién se puede preguntar por el monedero',
  SOURCE_ADDRESS: 'Se espera una dirección como {example}',
  SOURCE_UNREACHABLE:
    'No se puede llamar a este servidor. Se espera un nombre público por TLS o un equipo que el operador permita',
  NO_OPERATOR_SOURCE: 'El operador no ofrece ninguna fuente',
  NO_DEPOSIT: 'No existe ese ingreso',
  DEPOSIT_WAITS: 'Este ingreso aún no está en ningún bloque',
  DEPOSIT_BOOKED: 'Este ingreso ya está en la libreta',
  DEPOSIT_GONE: 'La red ha descartado este ingreso',
  SAVE_WALLET_FIRST: 'Este monedero no es el que está configurado. Guárdalo primero',
  VAULT_DAY_WAITS: 'Otro día de bóveda todavía espera su pago',
  VAULT_DAY_NEEDS_KEY:
    'Un día de bóveda necesita la clave pública de tu monedero, no una sola dirección',
  NOTHING_COLLECTED: 'No hay nada reunido para este niño',
  SEND_ABOVE_SAVINGS: 'No hay bastante bitcoin en la cuenta de ahorros',
  TRANSFER_ABOVE_SAVINGS: 'Esto es más de lo que hay ahorrado',
  SEND_CANCELLED: 'Este pago se canceló',
  SEND_NOT_WAITING: 'Este pago ya se ha visto o se ha cancelado',
  SEND_UNDER_WAY: 'Este pago ya está en camino y no se puede cancelar',
  HUB_DETAILS: 'Introduce la URL y el token de acceso de tu Alby Hub',
  CONNECTION_REQUIRED: 'Pega tu conexión NWC',
  ADDRESS_CANNOT_PAY: 'Una dirección Lightning solo recibe. Elige otra conexión para pagar',
  RECEIVING_CAN_PAY:
    'Esta conexión podría gastar dinero. Para recibir, crea en tu monedero una que solo pueda recibir',
  RECEIVING_CANNOT_RECEIVE:
    'Esta conexión no puede crear facturas, así que no podría llegar nada. Permítelo en tu monedero o conecta otra',
  SPENDING_CANNOT_PAY:
    'Esta conexión no puede pagar. Crea en tu monedero una que pueda pagar, con un presupuesto',
  NO_BUDGET:
    'Tu monedero no indica ningún presupuesto para esta conexión, así que nada limita lo que podría gastar. Pon un presupuesto allí o marca «Lo sé»',
  WALLET_UNREADABLE: 'Esto no parece una conexión con un monedero. ¿La has copiado entera?',
  WALLET_UNREACHABLE:
    'No logramos conectar con el monedero. ¿Está en marcha, y lo has copiado todo?',
  WALLET_NO_ANSWER: 'El monedero no ha respondido a tiempo. ¿Está abierto y en línea?',
  WALLET_BAD_ANSWER: 'El monedero ha dado una respuesta que no se puede leer',
  WALLET_REFUSED: 'El monedero ha dicho que no. Quizá la conexión se eliminó allí',
  WALLET_OVER_BUDGET: 'Es más que el presupuesto fijado en el monedero',
  WALLET_BUSY: 'El monedero está ocupado. Inténtalo de nuevo dentro de un minuto',
  WALLET_NOT_OFFERED: 'El monedero no ofrece esto con esta conexión',
  WALLET_OTHER_NETWORK: 'Este monedero está en otra red de Bitcoin que este servidor',
  WALLET_OTHER_HOST:
    'Esta dirección remite los pagos a otro servidor, al que no se puede llamar desde aquí. Usa la dirección que muestra tu propio monedero',
  LIGHTNING_ADDRESS_WRONG: 'Se espera una dirección Lightning como mia@example.com',
  LIGHTNING_ADDRESS_REQUIRED: 'Introduce al menos una dirección Lightning',
  NO_PAYMENT: 'No existe ese pago',
  NO_GIFT: 'No existe ese regalo',
  GIFT_ANSWERED: 'Este regalo ya está en la libreta',
  GIFT_WHICH_GOAL: 'Elige la meta a la que va',
  GIFT_NAMES_CHILD: 'Lo lee cualquiera que pague: no pongas los nombres de tus hijos',
  GIFT_NOT_PUBLIC:
    'Los monederos de quienes pagan deben llegar a este servidor por https, con un nombre público',
  GIFT_NO_RECEIVING: 'Conecta primero un monedero Lightning que solo pueda recibir',
  GIFT_NO_HASH:
    'Tu monedero no puede poner el hash de un texto en una factura, y una dirección propia lo necesita. phoenixd puede, y algunos monederos con Nostr Wallet Connect',
  GIFT_WORD: 'Como mucho 20 letras minúsculas y cifras',
  SUB_WALLET_THERE: 'Este niño ya tiene un monedero propio',
  SUB_WALLET_IN_VAULT: 'La clave del monedero de este niño está en vuestro monedero cifrado',
  NO_SUB_WALLET: 'Este niño no tiene un monedero propio',
  NO_LIGHTNING: 'Todavía no hay ningún monedero Lightning conectado para esto',
  INVOICE_REQUIRED: 'Pega una factura Lightning',
  INVOICE_WRONG: 'No se ha podido leer la factura Lightning',
  INVOICE_IS_ADDRESS:
    'Esto es una dirección Lightning, no una factura. Pide una factura a su dueño',
  RECEIVER_SILENT: 'Esta dirección no responde. Revísala o inténtalo más tarde',
  RECEIVER_REFUSED:
    'Esta dirección no ha dado una factura por este importe. Prueba con otro importe o pide una factura al destinatario',
  INVOICE_IS_LNURL: 'Esto es una LNURL, no una factura. Pide la factura a la que lleva',
  INVOICE_IS_OFFER:
    'Esto es una oferta BOLT12, que no se puede pagar desde aquí. Pide una factura Lightning',
  INVOICE_IS_BITCOIN:
    'Esto es una dirección Bitcoin, no una factura Lightning. Los padres la pagan con «Enviar bitcoin» en el monedero Bitcoin del niño',
  INVOICE_WITHOUT_AMOUNT: 'Esta factura no indica ningún importe. Pide una que lo indique',
  INVOICE_OTHER_NETWORK: 'Esta factura es de otra red de Bitcoin que este servidor',
  INVOICE_EXPIRED: 'Esta factura ha caducado. Pide una nueva',
  INVOICE_KNOWN: 'Esta factura ya está pagada, o su pago está en camino',
  INVOICE_TRIED: 'Esta factura ya se intentó pagar. Pide una nueva',
  INVOICE_TOO_LARGE: 'Esta factura es mayor de lo que se paga desde aquí',
  INVOICE_OTHER_AMOUNT: 'Esta factura es de otro importe que el pedido',
  INVOICE_TOO_LONG: 'Esta factura dura más de 7 días. Pide una que caduque en 7 días como mucho',
  INVOICE_OWN: 'Esta factura la hizo tu propia familia',
  PAYMENT_ANSWERED: 'Este pago ya tiene respuesta',
  PAYMENT_OTHER_AMOUNT: 'El importe o la comisión no son los que has leído. Míralos otra vez',
  PAYMENT_NOT_OVER:
    'Hasta que caduque su factura, este pago todavía puede hacerse. Espera, por favor',
  PAYOUT_NOT_OVER:
    'Hasta 24 horas después de caducar su factura, este día de paga todavía puede pagarse. Espera, por favor',
  TRIAL_OVER: 'Esta conexión ya no está abierta aquí. Pruébala otra vez',
  TRIAL_FOREIGN_INVOICE: 'Aquí solo se puede pagar una factura hecha en esta página',
  TRIAL_SAVED:
    'El monedero de la familia solo paga desde la libreta de un hijo, donde queda anotado. Pega una conexión para probar un pago',
  TRIAL_UNPAID: 'No se le ordenó pagar al monedero, porque rechazó una pregunta anterior',
  TRIAL_REFUSED: 'El monedero dice que no pagó. Algunos monederos se niegan a pagarse a sí mismos',
  TRIAL_UNCLEAR: 'El monedero no dice si ha pagado. Míralo allí antes de intentarlo otra vez',
  TXID_EXPECTED: 'Se espera el identificador de una transacción: 64 cifras y letras de la a a la f',
  NO_PAYOUT: 'No existe ese día de paga',
  PAYOUT_OVER: 'Este día de paga ya está saldado',
  PAYOUT_NO_ADDRESS: 'Este niño todavía no tiene una dirección Lightning propia',
  PAYOUT_OTHER_ADDRESS:
    'La dirección Lightning no es la que has leído. Vuelve a mirarla, por favor',
  PAYOUT_VAULT: 'Este día de paga se reúne para la bóveda y no se paga por Lightning',
  PAYOUT_TXID_KEPT: 'Lo que se queda en los ahorros no tiene transacción',
  NOTHING_TO_PAY: 'Este servidor no vende nada: todo está abierto',
  NO_INVOICE_MADE:
    'No se ha creado ninguna factura: el monedero de este servidor no emite ninguna ahora mismo. Inténtalo de nuevo más tarde',
  NO_INVOICE: 'Esa factura no existe',
  REFERRAL_UNKNOWN: 'Ese código de invitación no existe. Revísalo o déjalo en blanco',
  REFERRAL_OWN: 'Un código de invitación es para otras familias, no para la tuya',
  REFERRAL_FIRST_PAYMENT: 'Un código de invitación solo cuenta en el primer pago de una familia',
  REFERRAL_RING: 'Esa familia llegó a Satling gracias a ti, así que su código no cuenta para ti',
  REFERRAL_ONCE: 'Ya has participado en una invitación. Un código cuenta una sola vez',
  LARGE_FILE_NEEDS_SUBSCRIPTION:
    'En este servidor, los archivos de más de {most} filas necesitan una suscripción. Importa el archivo por partes, o que uno de los padres se suscriba',
} as const satisfies Partial<Record<Readable, string>>;
