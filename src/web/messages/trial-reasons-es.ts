/** Why a wallet that is tried is refused, in Spanish, by reason. */
export const TRIAL_REASONS = {
  TRIAL_OVER: 'Esta conexión ya no está abierta aquí. Pruébala otra vez',
  TRIAL_FOREIGN_INVOICE: 'Aquí solo se puede pagar una factura hecha en esta página',
  TRIAL_SAVED:
    'La cartera de la familia solo paga desde el libro de un hijo, donde queda anotado. Pega una conexión para probar un pago',
  TRIAL_UNPAID: 'La cartera no pagó. Algunas carteras se niegan a pagarse a sí mismas',
  TRIAL_UNCLEAR: 'La cartera no dice si ha pagado. Míralo allí antes de intentarlo otra vez',
};
