/** The donation page by the settings: addresses with their codes, or nothing. */
import { expect, test } from 'vitest';
import { qrCode } from './qr-code.ts';
import { siteValues } from './site-settings.ts';

const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

test('without addresses there is nothing to copy and no code (INFO-13 INFO-14)', () => {
  const values = siteValues('https://book.example');
  expect(values.donations).toBeUndefined();
  expect(values.donationAddressQr).toBeUndefined();
  expect(values.donationLightningQr).toBeUndefined();
});

test('an address is shown with its code; wallets open it by its scheme (INFO-13 INFO-14)', () => {
  const values = siteValues('https://book.example', {
    donationAddress: ADDRESS,
    donationLightning: 'gift@book.example',
  });
  expect(values.donations).toBeDefined();
  expect(values.donationAddress).toBe(ADDRESS);
  expect(values.donationAddressQr).toEqual({ html: qrCode(`bitcoin:${ADDRESS}`) });
  expect(values.donationLightningQr).toEqual({ html: qrCode('gift@book.example') });
});

test('a payment code that is no address is shown unchanged', () => {
  const code = `PM8T${'J'.repeat(112)}`;
  const values = siteValues('https://book.example', { donationAddress: code });
  expect(values.donationAddressQr).toEqual({ html: qrCode(code) });
});
