/** The limits of one network, and names of devices. */
import { expect, test } from 'vitest';
import { deviceIn, deviceName, networkOf } from './rules.ts';

test('an IPv4 address behind an IPv6 socket is still its own network (T06)', () => {
  expect(networkOf('::ffff:203.0.113.5')).toBe('203.0.113');
  expect(networkOf('203.0.113.77')).toBe('203.0.113');
  expect(networkOf('198.51.100.77')).not.toBe(networkOf('::ffff:203.0.113.5'));
});

test('an IPv6 network is a /48, however it is written (T06)', () => {
  expect(networkOf('2001:db8:1:2::5')).toBe('2001:db8:1');
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0');
  expect(networkOf('2001:db8:0:0:0:0:0:9')).toBe('2001:db8:0');
  expect(networkOf('::1')).toBe('0:0:0');
});

test('a device is named coarsely: browser and system, no version (T19f)', () => {
  const chrome =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36';
  expect(deviceName(chrome)).toBe('Chrome on Linux');
  expect(deviceName(undefined)).toBe('Browser');
});

test('a device is named in each language; the names of browsers and systems stay', () => {
  const names = ['Firefox on Linux', 'Browser on iPad', 'Browser', 'Chrome'];
  expect(names.map(deviceIn.en)).toEqual(names);
  expect(names.map(deviceIn.de)).toEqual([
    'Firefox auf Linux',
    'Browser auf iPad',
    'Browser',
    'Chrome',
  ]);
  expect(names.map(deviceIn.es)).toEqual([
    'Firefox en Linux',
    'Navegador en iPad',
    'Navegador',
    'Chrome',
  ]);
});
