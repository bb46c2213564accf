import { expect, it } from 'vitest';
import { addressGroup, isAddressGroup } from './address-group';

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:1:2::/64', '2001:db8:1:2::/64'],
  ['::FFFF:203.0.113.9', '203.0.113.9'],
  ['::ffff:cb00:7109', '203.0.113.9'],
  ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9%eth0', '203.0.113.9'],
  ['1:2::3:4:5:192.0.2.1', '1:2:0:3::/64'],
  ['1:2:0:3:4:5:c000:0201', '1:2:0:3::/64'],
  ['::', '0:0:0:0::/64'],
  ['', ''],
  ['unknown', 'unknown'],
])('%s counts as %s', (address, group) => {
  expect(addressGroup(address)).toBe(group);
  expect(addressGroup(addressGroup(address))).toBe(group);
});

it.each([
  ['203.0.113.9', true],
  ['2001:db8::1', true],
  ['2001:db8:0:0::/64', true],
  ['2001:db8::/64', false],
  ['2001:db8:0:0::/48', false],
  ['203.0.113.9/64', false],
  ['a/64', false],
  ['', false],
])('%s is an address or a group: %s', (text, expected) => expect(isAddressGroup(text)).toBe(expected));
