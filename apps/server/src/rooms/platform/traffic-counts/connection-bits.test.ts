import { expect, test } from 'vitest';
import { addConnection, bitText, countConnections, noConnections, parseConnections } from './connection-bits.ts';

function estimateOf(count: number, nameOf: (index: number) => string): number {
    const connections = noConnections();
    for (let index = 0; index < count; index += 1) addConnection(connections, nameOf(index));
    const stored = BigInt(`0${bitText(connections)}`)
        .toString(2)
        .padStart(256, '0');
    return countConnections(parseConnections(stored));
}

test.each([
    ['with a running number', (index: number) => `customer-${index}`],
    ['that are random', (index: number) => Buffer.from(`${index * 2_654_435_761}`).toString('base64')]
])('connections %s are counted exactly when few, and within 15 % up to 600', (_which, nameOf) => {
    expect([0, 1, 2].map((count) => estimateOf(count, nameOf))).toEqual([0, 1, 2]);
    for (const count of [50, 200, 600]) expect(Math.abs(estimateOf(count, nameOf) / count - 1)).toBeLessThan(0.15);
});
