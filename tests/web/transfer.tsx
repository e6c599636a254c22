/** An open savings transfer, and the presses by which a parent pays it. */
import { fireEvent, screen, within } from '@testing-library/react';
import { PayTransfer } from '#features/money/lightning/web/pay/pay-transfer.tsx';
import { type Reply, serve, show } from '#tests/web/support.tsx';

export const ID = '0190c6e4-1a2b-7c3d-8e4f-000000000007';
export const OFFER = `GET /api/lightning/transfers/${ID}`;
export const PAY = `POST /api/lightning/transfers/${ID}/pay`;

export function open(replies: Record<string, Reply | readonly Reply[]>) {
  const sent = serve(replies);
  show(<PayTransfer id={ID} childName="Mia" />);
  return sent;
}

export async function ask() {
  fireEvent.click(await screen.findByRole('button', { name: 'Let our wallet pay it' }));
  return screen.findByRole('alertdialog', { name: 'Pay it to your own address?' });
}

export const payNow = (dialog: HTMLElement) =>
  fireEvent.click(within(dialog).getByRole('button', { name: 'Pay now' }));
