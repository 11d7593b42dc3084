import { networkInterfaces } from 'node:os';
import type { Hello } from '../frame-from-child.ts';

/** What a child sees of the machine, before it has run anything. */
export function seenOfMachine(): Omit<Hello, 'type' | 'cache'> {
    const network = Object.values(networkInterfaces()).some((addresses = []) => addresses.some(({ internal }) => !internal));
    return {
        pid: process.pid,
        uid: process.getuid?.() ?? -1,
        permissions: process.permission !== undefined,
        network,
        environment: Object.keys(process.env).length
    };
}
